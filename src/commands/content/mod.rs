//! `haltscope content`: a file per kind of verb.

mod asking;
mod body;
mod conflict;
pub(super) mod library;
mod list;
mod safety;
mod write;

use super::failure::Failure;
use super::output::{self, Form};
use super::{interruption, tokens};
use crate::cli::{
    AssetCommand, AssignmentCommand, ContentArgs, ContentCommand, FolderCommand, PairArgs,
};
use crate::client::content::{Library, Listing, Resource};
use serde_json::{Map, Value};
use std::process::ExitCode;

/// Does what the verb says.
pub(super) fn run(args: ContentArgs) -> anyhow::Result<ExitCode> {
    let config = tokens::resolve(&args.connection, args.library.as_deref(), args.grant)?;
    let library = tokens::library(&config, args.grant)?;
    safety::agree_to(&config.safety.safety(), name(&args.command))?;
    let content = Content { library, form: args.json.into() };
    interruption::block_on(async move {
        content.perform(args.command).await?;
        Ok(ExitCode::SUCCESS)
    })
}

/// What safety rules call a command.
fn name(command: &ContentCommand) -> &'static str {
    match command {
        ContentCommand::Asset(AssetCommand::Get(_)) => "content:asset:get",
        ContentCommand::Asset(AssetCommand::Put(_)) => "content:asset:put",
        ContentCommand::Asset(AssetCommand::Patch(_)) => "content:asset:patch",
        ContentCommand::Asset(AssetCommand::Delete(_)) => "content:asset:delete",
        ContentCommand::Asset(AssetCommand::Folders(_)) => "content:asset:folders",
        ContentCommand::Folder(FolderCommand::Get(_)) => "content:folder:get",
        ContentCommand::Folder(FolderCommand::Put(_)) => "content:folder:put",
        ContentCommand::Folder(FolderCommand::Patch(_)) => "content:folder:patch",
        ContentCommand::Folder(FolderCommand::Delete(_)) => "content:folder:delete",
        ContentCommand::Folder(FolderCommand::Assets(_)) => "content:folder:assets",
        ContentCommand::Folder(FolderCommand::Subfolders(_)) => "content:folder:subfolders",
        ContentCommand::Assignment(AssignmentCommand::Get(_)) => "content:assignment:get",
        ContentCommand::Assignment(AssignmentCommand::Put(_)) => "content:assignment:put",
        ContentCommand::Assignment(AssignmentCommand::Patch(_)) => "content:assignment:patch",
        ContentCommand::Assignment(AssignmentCommand::Delete(_)) => "content:assignment:delete",
        ContentCommand::Export(_) => "content:export",
        ContentCommand::Import(_) => "content:import",
    }
}

/// A library, and for whom is written what comes out of it.
#[derive(Clone)]
struct Content {
    library: Library,
    form: Form,
}

impl Content {
    async fn perform(&self, command: ContentCommand) -> Result<(), Failure> {
        match command {
            ContentCommand::Asset(command) => self.asset(command).await,
            ContentCommand::Folder(command) => self.folder(command).await,
            ContentCommand::Assignment(command) => self.assignment(command).await,
            ContentCommand::Export(args) => self.export(args).await,
            ContentCommand::Import(args) => self.import(args.path).await,
        }
    }

    async fn asset(&self, command: AssetCommand) -> Result<(), Failure> {
        match command {
            AssetCommand::Get(args) => self.get(&Resource::Asset(args.id)).await,
            AssetCommand::Put(args) => self.put(&Resource::Asset(args.id), args.body).await,
            AssetCommand::Patch(args) => self.patch(&Resource::Asset(args.id), args.body).await,
            AssetCommand::Delete(args) => {
                self.delete(&Resource::Asset(args.id), args.yes.into()).await
            }
            AssetCommand::Folders(args) => self.list(Listing::FoldersOf(args.id), args.part).await,
        }
    }

    async fn folder(&self, command: FolderCommand) -> Result<(), Failure> {
        match command {
            FolderCommand::Get(args) => self.get(&Resource::Folder(args.id)).await,
            FolderCommand::Put(args) => self.put(&Resource::Folder(args.id), args.body).await,
            FolderCommand::Patch(args) => self.patch(&Resource::Folder(args.id), args.body).await,
            FolderCommand::Delete(args) => {
                self.delete(&Resource::Folder(args.id), args.yes.into()).await
            }
            FolderCommand::Assets(args) => self.list(Listing::AssetsIn(args.id), args.part).await,
            FolderCommand::Subfolders(args) => {
                self.list(Listing::FoldersIn(args.id), args.part).await
            }
        }
    }

    async fn assignment(&self, command: AssignmentCommand) -> Result<(), Failure> {
        match command {
            AssignmentCommand::Get(pair) => self.get(&assignment(pair)).await,
            AssignmentCommand::Put(args) => self.put(&assignment(args.pair), args.body).await,
            AssignmentCommand::Patch(args) => self.patch(&assignment(args.pair), args.body).await,
            AssignmentCommand::Delete(args) => {
                self.delete(&assignment(args.pair), args.yes.into()).await
            }
        }
    }

    async fn get(&self, resource: &Resource) -> Result<(), Failure> {
        self.print(&self.library.get(resource).await?.fields)
    }

    fn print(&self, fields: &Map<String, Value>) -> Result<(), Failure> {
        output::print(&match self.form {
            Form::Text => output::document(fields),
            Form::Json => output::json(fields),
        })
    }
}

fn assignment(PairArgs { asset, folder }: PairArgs) -> Resource {
    Resource::Assignment { asset, folder }
}

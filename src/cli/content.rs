//! `haltscope token` and `haltscope content`.

use super::{ConnectionArgs, whole};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `haltscope token`.
#[derive(Debug, Args)]
pub struct TokenArgs {
    /// What is asked with.
    #[command(flatten)]
    pub grant: GrantArgs,
    /// Print the token with its type and its life in seconds, as JSON
    #[arg(long)]
    pub json: bool,
    /// Keep the token in a private file; `content` and the next --keep use it until it expires
    #[arg(long)]
    pub keep: bool,
    /// Where and as whom to connect.
    #[command(flatten)]
    pub connection: ConnectionArgs,
}

/// How a token is asked for.
#[derive(Clone, Copy, Debug, Args)]
pub struct GrantArgs {
    /// What the token is asked with [default: --jwt-key if given, else the client's secret]
    #[arg(long, value_enum, value_name = "GRANT")]
    pub grant: Option<GrantKind>,
}

/// The three grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GrantKind {
    /// The API client's ID and secret
    ClientCredentials,
    /// A JWT signed with --jwt-key
    Jwt,
    /// A back-office user, and the API client's ID and secret
    User,
}

/// `haltscope content`; its flags may also stand behind the verbs.
#[derive(Debug, Args)]
pub struct ContentArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: ContentCommand,
    /// The library [default: content-library of dw.json, contentLibrary of package.json, else SharedLibrary]
    #[arg(long, value_name = "ID")]
    pub library: Option<String>,
    /// Print JSON: the document, for listings an array
    #[arg(long)]
    pub json: bool,
    /// How a token is asked for.
    #[command(flatten)]
    pub grant: GrantArgs,
    /// Where and as whom to connect.
    #[command(flatten)]
    pub connection: ConnectionArgs,
}

/// The nouns of `haltscope content`.
#[derive(Debug, Subcommand)]
pub enum ContentCommand {
    /// Read and write content assets
    #[command(subcommand)]
    Asset(AssetCommand),
    /// Read and write content folders
    #[command(subcommand)]
    Folder(FolderCommand),
    /// Read and write which asset is in which folder
    #[command(subcommand)]
    Assignment(AssignmentCommand),
    /// Write the library's folders and the assets in them to a file (.json) or a folder; the same
    /// library gives the same bytes
    Export(ExportArgs),
    /// Bring what an export holds into the library; writes only what differs
    Import(PathArgs),
}

/// The verbs of assets.
#[derive(Debug, Subcommand)]
pub enum AssetCommand {
    /// Print an asset
    Get(IdArgs),
    /// Create an asset or replace it
    Put(WriteArgs),
    /// Change fields of an asset
    Patch(WriteArgs),
    /// Delete an asset and its assignments
    Delete(DeleteArgs),
    /// List the folders that an asset is assigned to
    Folders(ListArgs),
}

/// The verbs of folders.
#[derive(Debug, Subcommand)]
pub enum FolderCommand {
    /// Print a folder
    Get(IdArgs),
    /// Create a folder or replace it
    Put(WriteArgs),
    /// Change fields of a folder
    Patch(WriteArgs),
    /// Delete a folder and what is below it; assets stay
    Delete(DeleteArgs),
    /// List the assets that are assigned to a folder
    Assets(ListArgs),
    /// List the folders in a folder
    Subfolders(ListArgs),
}

/// The verbs of assignments.
#[derive(Debug, Subcommand)]
pub enum AssignmentCommand {
    /// Print an assignment
    Get(PairArgs),
    /// Assign an asset to a folder
    Put(WritePairArgs),
    /// Change an assignment's position or default
    Patch(WritePairArgs),
    /// Take an asset out of a folder
    Delete(DeletePairArgs),
}

/// An ID.
#[derive(Debug, Args)]
pub struct IdArgs {
    /// The ID; case-sensitive
    pub id: String,
}

/// An asset and a folder.
#[derive(Debug, Args)]
pub struct PairArgs {
    /// The asset's ID
    pub asset: String,
    /// The folder's ID
    pub folder: String,
}

/// What is written to an ID.
#[derive(Debug, Args)]
pub struct WriteArgs {
    /// The ID; case-sensitive
    pub id: String,
    /// The body.
    #[command(flatten)]
    pub body: BodyArgs,
}

/// What is written to an assignment.
#[derive(Debug, Args)]
pub struct WritePairArgs {
    /// The assignment.
    #[command(flatten)]
    pub pair: PairArgs,
    /// The body.
    #[command(flatten)]
    pub body: BodyArgs,
}

/// A body from a file, from stdin or field by field.
#[derive(Debug, Args)]
pub struct BodyArgs {
    /// A file with a JSON document; - is stdin
    pub file: Option<PathBuf>,
    /// Set a field, as in name.default=Hello or online.default=true: JSON if it parses, else text; repeatable
    #[arg(long = "field", value_name = "PATH=VALUE")]
    pub fields: Vec<String>,
}

/// What is deleted.
#[derive(Debug, Args)]
pub struct DeleteArgs {
    /// The ID; case-sensitive
    pub id: String,
    /// Don't ask for confirmation
    #[arg(long, short)]
    pub yes: bool,
}

/// Which assignment is deleted.
#[derive(Debug, Args)]
pub struct DeletePairArgs {
    /// The assignment.
    #[command(flatten)]
    pub pair: PairArgs,
    /// Don't ask for confirmation
    #[arg(long, short)]
    pub yes: bool,
}

/// A listing.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// The ID; case-sensitive
    pub id: String,
    /// Which part of it.
    #[command(flatten)]
    pub part: PartArgs,
}

/// Which part of a listing.
#[derive(Debug, Args)]
pub struct PartArgs {
    /// Index of the first item
    #[arg(long, value_name = "NUMBER", default_value_t = 0, allow_negative_numbers = true, value_parser = whole(0_u64, 1 << 53))]
    pub start: u64,
    /// How many items, 1 to 200; with --all, how many at a time [default: 25, with --all 200]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = whole(1_u64, 200))]
    pub count: Option<u64>,
    /// List everything
    #[arg(long)]
    pub all: bool,
}

/// What is exported, and where to.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The file or folder.
    #[command(flatten)]
    pub to: PathArgs,
    /// Export this asset too: one that is in no folder can't be found otherwise; repeatable
    #[arg(long = "asset", value_name = "ID")]
    pub assets: Vec<String>,
}

/// A file or a folder.
#[derive(Debug, Args)]
pub struct PathArgs {
    /// A file if it ends with .json, else a folder
    pub path: PathBuf,
}

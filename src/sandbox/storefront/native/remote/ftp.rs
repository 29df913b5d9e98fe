//! One connection over FTP, in passive mode.

use super::{Failure, Outcome, Said, Sink, Source, asked};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::UNIX_EPOCH};
use suppaftp::{
    FtpError, Status,
    list::{File, ListParser},
    tokio::AsyncFtpStream,
    types::Response,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpStream, ToSocketAddrs},
};

/// Bytes of one piece of a file.
const PIECE: usize = 64 << 10;
/// Bytes of a listing.
const LONGEST_LIST: usize = 10 << 20;

/// Files are moved as they are: line ends are those of the server.
pub(super) struct Ftp {
    control: AsyncFtpStream,
    peer: SocketAddr,
}

/// What is done to a path: a word of the protocol, and how its success is told.
pub(super) type Command = (&'static str, &'static [Status]);

/// The command that does what a client's method is named for.
pub(super) fn command(what: asked::Ftp) -> Option<Command> {
    // Some servers say 200 where they should say more.
    const DONE: &[Status] = &[Status::RequestedFileActionOk, Status::CommandOk];
    const MADE: &[Status] =
        &[Status::PathCreated, Status::RequestedFileActionOk, Status::CommandOk];
    match what {
        asked::Ftp::Cd => Some(("CWD", DONE)),
        asked::Ftp::Del => Some(("DELE", DONE)),
        asked::Ftp::Mkdir => Some(("MKD", MADE)),
        asked::Ftp::RemoveDirectory => Some(("RMD", DONE)),
        _ => None,
    }
}

impl From<FtpError> for Failure {
    fn from(error: FtpError) -> Self {
        match error {
            FtpError::UnexpectedResponse(response) => Self::Refused(said(&response)),
            FtpError::ConnectionError(cause) => cause.into(),
            other => Self::Lost(other.to_string()),
        }
    }
}

/// The reply without the code of each of its lines.
fn said(response: &Response) -> Said {
    let text = String::from_utf8_lossy(&response.body);
    let code = response.status.code();
    let plain = |line: &str| {
        let rest = line.strip_prefix(&code.to_string()).unwrap_or(line);
        rest.trim_start_matches(['-', ' ']).trim_end().to_owned()
    };
    Said { code, text: text.lines().map(plain).collect::<Vec<_>>().join("\n") }
}

impl Ftp {
    pub(super) async fn connect(
        address: impl ToSocketAddrs,
        user: &str,
        password: &str,
    ) -> Result<(Self, Said), Failure> {
        let stream = TcpStream::connect(address).await?;
        let peer = stream.peer_addr()?;
        let mut ftp = Self { control: AsyncFtpStream::connect_with_stream(stream).await?, peer };
        let greeted =
            ftp.ask(&format!("USER {user}"), &[Status::LoggedIn, Status::NeedPassword]).await?;
        let greeted = if greeted.status == Status::NeedPassword {
            ftp.ask(&format!("PASS {password}"), &[Status::LoggedIn]).await?
        } else {
            greeted
        };
        ftp.ask("TYPE I", &[Status::CommandOk]).await?;
        Ok((ftp, said(&greeted)))
    }

    pub(super) async fn quit(mut self) -> Outcome {
        let reply = self.ask("QUIT", &[Status::Closing]).await?;
        Ok((Value::Null, said(&reply)))
    }

    pub(super) async fn act(&mut self, (word, expected): Command, path: &str) -> Outcome {
        let reply = self.ask(&format!("{word} {path}"), expected).await?;
        Ok((Value::Null, said(&reply)))
    }

    pub(super) async fn rename(&mut self, from: &str, to: &str) -> Outcome {
        self.ask(&format!("RNFR {from}"), &[Status::RequestFilePending]).await?;
        let done = [Status::RequestedFileActionOk, Status::CommandOk];
        let reply = self.ask(&format!("RNTO {to}"), &done).await?;
        Ok((Value::Null, said(&reply)))
    }

    /// What is in a folder, by default the current one.
    pub(super) async fn list(&mut self, path: Option<&str>) -> Outcome {
        let command = path.map_or_else(|| "LIST".to_owned(), |it| format!("LIST {it}"));
        let mut stream = self.transfer(&command).await?;
        let mut listing = Vec::new();
        while stream.read_buf(&mut listing).await? > 0 {
            if listing.len() > LONGEST_LIST {
                return Err(Failure::Lost(format!("the list is longer than {LONGEST_LIST} bytes")));
            }
        }
        drop(stream);
        let reply = self.ended().await?;
        let listing = String::from_utf8_lossy(&listing);
        let files: Vec<Value> = listing.lines().filter_map(file).map(|it| shown(&it)).collect();
        Ok((Value::from(files), said(&reply)))
    }

    pub(super) async fn get(&mut self, path: &str, sink: &mut Sink) -> Outcome {
        let mut stream = self.transfer(&format!("RETR {path}")).await?;
        let mut piece = vec![0; PIECE];
        let mut wants_more = true;
        while wants_more {
            let count = stream.read(&mut piece).await?;
            if count == 0 {
                break;
            }
            wants_more = sink.take(&piece[..count])?;
        }
        drop(stream);
        match self.ended().await {
            // Servers complain of one who goes before all has come.
            Err(Failure::Refused(told)) if !wants_more => Ok((Value::Null, told)),
            ended => Ok((Value::Null, said(&ended?))),
        }
    }

    pub(super) async fn put(&mut self, path: &str, source: &mut Source) -> Outcome {
        let mut stream = self.transfer(&format!("STOR {path}")).await?;
        let mut piece = vec![0; PIECE];
        loop {
            let count = source.next(&mut piece)?;
            if count == 0 {
                break;
            }
            stream.write_all(&piece[..count]).await?;
        }
        stream.shutdown().await?;
        drop(stream);
        let reply = self.ended().await?;
        Ok((Value::Null, said(&reply)))
    }

    async fn ask(&mut self, line: &str, expected: &[Status]) -> Result<Response, Failure> {
        Ok(self.control.custom_command(line, expected).await?)
    }

    /// The connection that a command's data goes over; it leads to the server's own address, whatever it says.
    async fn transfer(&mut self, command: &str) -> Result<TcpStream, Failure> {
        let port = if self.peer.is_ipv4() {
            passive(&self.ask("PASV", &[Status::PassiveMode]).await?.body)
        } else {
            extended(&self.ask("EPSV", &[Status::ExtendedPassiveMode]).await?.body)
        };
        let port = port.ok_or_else(|| Failure::Lost("the server names no port".to_owned()))?;
        let stream = TcpStream::connect(SocketAddr::new(self.peer.ip(), port)).await?;
        self.ask(command, &[Status::AboutToSend, Status::AlreadyOpen]).await?;
        Ok(stream)
    }

    async fn ended(&mut self) -> Result<Response, Failure> {
        let done = [Status::ClosingDataConnection, Status::RequestedFileActionOk];
        Ok(self.control.read_response_in(&done).await?)
    }
}

/// The port of `227 Entering Passive Mode (h1,h2,h3,h4,p1,p2)`, whose brackets some servers leave out.
fn passive(reply: &[u8]) -> Option<u16> {
    let text = std::str::from_utf8(reply.get(4..)?).ok()?;
    let list = text
        .split(|it: char| !it.is_ascii_digit() && it != ',')
        .find(|it| it.matches(',').count() == 5)?;
    let mut ends = list.rsplit(',').map(|it| it.parse::<u8>().ok());
    let (low, high) = (ends.next()??, ends.next()??);
    Some(u16::from_be_bytes([high, low]))
}

/// The port of `229 Entering Extended Passive Mode (|||port|)`.
fn extended(reply: &[u8]) -> Option<u16> {
    std::str::from_utf8(reply).ok()?.rsplit('|').nth(1)?.parse().ok()
}

/// The file of a line; none of what else stands in a listing, such as its sum.
fn file(line: &str) -> Option<File> {
    ListParser::parse_posix(line).or_else(|_| ListParser::parse_dos(line)).ok()
}

fn shown(file: &File) -> Value {
    let modified = file.modified().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    json!({
        "name": file.name(),
        "size": file.size(),
        "directory": file.is_directory(),
        "modified": modified * 1000,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_of_data_are_found_in_replies() {
        for (reply, port) in [
            ("227 Entering Passive Mode (127,0,0,1,4,210).", Some(1234)),
            ("227 Passive: 10,0,0,1,0,21", Some(21)),
            ("227 Entering Passive Mode (1,2,3,4,5,256)", None),
            ("227 ok", None),
        ] {
            assert_eq!(passive(reply.as_bytes()), port, "{reply}");
        }
        assert_eq!(extended(b"229 Extended Passive Mode (|||6446|)"), Some(6446));
        assert_eq!(extended(b"229 ok"), None);
    }
}

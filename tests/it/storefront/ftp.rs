//! Files on another server, over FTP, against a server on this machine.

use super::{Browser, EVER};
use haltscope::sandbox::storefront::{Storefront, StorefrontOptions};
use haltscope::script::{Cartridges, Files, Limits};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// Files by path, and what was said to the server.
#[derive(Default)]
struct Kept {
    files: BTreeMap<String, Vec<u8>>,
    heard: Vec<String>,
}

type Shared = Arc<Mutex<Kept>>;

const LISTED: &str = "total 2\r\ndrwxr-xr-x 2 a b 4096 Jan 02 2020 old things\r\n-rw-r--r-- 1 a b 12 Jan 03 2020 a b.xml\r\n01-04-20  03:05AM  7 c.txt\r\n";

struct Session {
    kept: Shared,
    data: Option<TcpListener>,
    renamed: String,
}

impl Session {
    async fn passive(&mut self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("its address").port();
        self.data = Some(listener);
        // Another host than the one that is asked: no client goes there.
        format!("227 Entering Passive Mode (192,0,2,1,{},{}).", port / 256, port % 256)
    }

    async fn data(&mut self) -> TcpStream {
        self.data.take().expect("PASV comes first").accept().await.expect("a client").0
    }

    async fn sent(&mut self, content: &[u8]) -> String {
        let mut stream = self.data().await;
        match stream.write_all(content).await {
            Ok(()) => "226 Sent".to_owned(),
            Err(_) => "426 Where are you?".to_owned(),
        }
    }

    async fn received(&mut self, path: &str) -> String {
        let mut content = Vec::new();
        self.data().await.read_to_end(&mut content).await.expect("all of it");
        self.kept.lock().expect("files").files.insert(path.to_owned(), content);
        "226 Kept".to_owned()
    }

    fn moved(&self, to: &str) -> String {
        let mut kept = self.kept.lock().expect("files");
        let content = kept.files.remove(&self.renamed).expect("it is there");
        kept.files.insert(to.to_owned(), content);
        "250 Moved".to_owned()
    }

    fn content(&self, path: &str) -> Option<Vec<u8>> {
        self.kept.lock().expect("files").files.get(path).cloned()
    }

    /// What is said before a transfer, and after it.
    async fn answer(&mut self, control: &mut TcpStream, word: &str, rest: &str) -> String {
        let begun = b"150 Here it comes\r\n";
        match word {
            "USER" => "331 Who says so?".to_owned(),
            "PASS" if rest == "secret" => "230-Welcome,\r\n230 friend".to_owned(),
            "PASS" => "530 No".to_owned(),
            "TYPE" => "200 Fine".to_owned(),
            "CWD" | "RMD" => "250 Fine".to_owned(),
            "MKD" => "257 \"made\" is there".to_owned(),
            "DELE" if self.kept.lock().expect("files").files.remove(rest).is_some() => {
                "250 Gone".to_owned()
            }
            "RNFR" if self.content(rest).is_some() => {
                rest.clone_into(&mut self.renamed);
                "350 To where?".to_owned()
            }
            "RNTO" => self.moved(rest),
            "PASV" => self.passive().await,
            "LIST" => {
                control.write_all(begun).await.expect("said");
                self.sent(LISTED.as_bytes()).await
            }
            "RETR" if self.content(rest).is_some() => {
                control.write_all(begun).await.expect("said");
                let content = self.content(rest).expect("it is there");
                self.sent(&content).await
            }
            "STOR" => {
                control.write_all(begun).await.expect("said");
                self.received(rest).await
            }
            "QUIT" => "221 Farewell".to_owned(),
            _ => "550 There is none".to_owned(),
        }
    }
}

async fn attend(control: TcpStream, kept: Shared) {
    let mut control = BufReader::new(control);
    let mut session = Session { kept: Arc::clone(&kept), data: None, renamed: String::new() };
    control.get_mut().write_all(b"220 Hello\r\n").await.expect("said");
    let mut line = String::new();
    while control.read_line(&mut line).await.is_ok_and(|count| count > 0) {
        let said = line.trim_end().to_owned();
        line.clear();
        if !said.starts_with("PASV") && !said.starts_with("TYPE") {
            kept.lock().expect("files").heard.push(said.clone());
        }
        let (word, rest) = said.split_once(' ').unwrap_or((&said, ""));
        let reply = session.answer(control.get_mut(), word, rest).await;
        if control.get_mut().write_all(format!("{reply}\r\n").as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn served(kept: Shared) -> (String, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("its address").port();
    let serving = tokio::spawn(async move {
        while let Ok((control, _)) = listener.accept().await {
            tokio::spawn(attend(control, Arc::clone(&kept)));
        }
    });
    (port.to_string(), serving)
}

async fn told(script: &str, port: &str) -> String {
    let controller = format!(
        "var File = require('dw/io/File');
        exports.Run = function () {{
            var port = Number(request.httpParameterMap.port.value);
            var client = new dw.net.FTPClient();
            var told = [];
            {script}
            response.writer.print(JSON.stringify(told));
        }};
        exports.Run.public = true;"
    );
    let controller = ("cartridge/controllers/Ftp.js".to_owned(), controller.into_bytes());
    let options = StorefrontOptions {
        cartridges: Arc::new(Cartridges::new().with("app", Files::memory([controller]))),
        limits: Limits { halt_timeout: EVER, ..Limits::default() },
        hosts: [
            "127.0.0.1",
            &format!("ftp.example.test=127.0.0.1:{port}"),
            &format!("sftp.example.test=ftp://127.0.0.1:{port}"),
        ]
        .map(|host| host.parse().expect("a host"))
        .to_vec(),
        documents: BTreeMap::from([
            (
                "service".to_owned(),
                json!([{ "id": "files", "serviceType": "FTP", "enabled": true, "credentialId": "files.cred" }]),
            ),
            (
                "service-credential".to_owned(),
                json!([{ "id": "files.cred", "url": format!("ftp://127.0.0.1:{port}"), "userId": "ann", "password": { "value": "secret" } }]),
            ),
        ]),
        ..StorefrontOptions::sample("Storefront")
    };
    let page = Browser::of(&Storefront::new(options)).get(&format!("Ftp-Run?port={port}")).await;
    page.is_fine();
    page.body.trim().to_owned()
}

#[tokio::test]
async fn files_are_listed_got_put_and_moved() {
    let kept = Shared::default();
    kept.lock().expect("files").files.insert("a b.xml".to_owned(), vec![b'g', 0xfc, b'n']);
    let (port, serving) = served(Arc::clone(&kept)).await;
    let script = r"
        told.push(client.connected, client.connect('127.0.0.1', port, 'ann', 'secret'), client.connected, client.replyCode, client.replyMessage);
        told.push(client.list().map(function (it) { return [it.name, it.size, it.directory, it.timestamp.getTime()]; }), client.replyCode);
        told.push(client.cd('/in'), client.list('/in').length);
        told.push(client.get('a b.xml'), client.get('a b.xml', 'ISO-8859-1', 2), client.get('a b.xml', 1), client.get('c'), client.replyCode, client.replyMessage);
        var none = new File('TEMP/none');
        told.push(client.getBinary('c', none), none.exists());
        var file = new File('TEMP/a.bin');
        told.push(client.getBinary('a b.xml', file), file.length(), client.get('a b.xml', 'ISO-8859-1', file), file.length(), client.replyMessage);
        told.push(client.put('d', 'gün'), client.put('e', 'gün', 'UTF-8'), client.putBinary('f', file));
        told.push(client.rename('d', 'g'), client.rename('d', 'h'), client.del('e'), client.del('e'));
        told.push(client.mkdir('x'), client.replyCode, client.removeDirectory('x'), client.del('a\r\nQUIT'), client.connected);
        client.disconnect();
        told.push(client.connected, client.replyCode, client.list(), client.replyMessage);
    ";
    let told = told(script, &port).await;
    serving.abort();
    let expected = r#"[false,true,true,230,"Welcome,\nfriend",[["old things",4096,true,1577923200000],["a b.xml",12,false,1578009600000],["c.txt",7,false,1578107100000]],226,true,3,"gün","gü","g",null,550,"There is none",false,false,true,3,true,4,"Sent",true,true,true,true,false,true,false,true,257,true,false,true,false,221,null,"the connection is closed"]"#;
    assert_eq!(told, expected);
    let kept = kept.lock().expect("files");
    let expected = [("a b.xml", &b"g\xfcn"[..]), ("f", "gün".as_bytes()), ("g", &b"g\xfcn"[..])];
    let files = kept.files.iter().map(|(path, content)| (path.as_str(), content.as_slice()));
    assert_eq!(files.collect::<Vec<_>>(), expected);
    let heard = kept.heard.join("|");
    let expected = "USER ann|PASS secret|LIST|CWD /in|LIST /in|RETR a b.xml|RETR a b.xml|RETR a b.xml|RETR c|RETR c|RETR a b.xml|RETR a b.xml|\
        STOR d|STOR e|STOR f|RNFR d|RNTO g|RNFR d|DELE e|DELE e|MKD x|RMD x|QUIT";
    assert_eq!(heard, expected);
}

#[tokio::test]
async fn who_is_not_let_in_is_told() {
    let (port, serving) = served(Shared::default()).await;
    let script = r"
        told.push(client.connect('127.0.0.1', port), client.connected, client.replyCode, client.replyMessage, client.get('a'), client.replyCode);
        told.push(client.connect('files.example.test', port, 'a', 'b'), client.replyMessage);
        told.push(client.connect('127.0.0.1', port, 'a', 'b\r\nDELE a'), client.connect('127.0.0.1', port, 'a\nDELE a', 'b'), client.replyMessage);
    ";
    let told = told(script, &port).await;
    serving.abort();
    let expected = r#"[false,false,530,"No",null,421,false,"The sandbox makes no calls to files.example.test; --allow-net files.example.test allows them",false,false,"Names and passwords have no line ends"]"#;
    assert_eq!(told, expected);
}

#[tokio::test]
async fn a_server_is_reached_at_another_address() {
    let kept = Shared::default();
    let (port, serving) = served(Arc::clone(&kept)).await;
    let script = r"
        told.push(client.connect('ftp.example.test', 'ann', 'secret'), client.list().length);
    ";
    let told = told(script, &port).await;
    serving.abort();
    assert_eq!(told, "[true,3]");
    let heard = kept.lock().expect("files").heard.join("|");
    assert_eq!(heard, "USER ann|PASS secret|LIST");
}

#[tokio::test]
async fn what_scripts_do_over_sftp_is_done_over_ftp_where_that_is_said() {
    let kept = Shared::default();
    kept.lock().expect("files").files.insert("a b.xml".to_owned(), b"text".to_vec());
    let (port, serving) = served(Arc::clone(&kept)).await;
    let script = r"
        var secured = new dw.net.SFTPClient();
        told.push(secured.connect('sftp.example.test', 'ann', 'secret'), secured.connected, secured.errorMessage);
        told.push(secured.list('/in').map(function (it) { return [it.name, it.size, it.directory, it.modificationTime.getTime()]; })[1]);
        var info = secured.getFileInfo('/in/c.txt');
        told.push(info.name, info.size, secured.getFileInfo('/in/none.txt'), secured.get('a b.xml'), secured.put('d', 'e'));
        told.push(secured.get('c'), secured.errorMessage, secured.rename('d', 'f'));
        secured.disconnect();
        told.push(secured.connected, secured.list(), secured.errorMessage);
        try { secured.connect('127.0.0.1', Number(port), 'ann', 'secret'); } catch (error) { told.push(error.message); }
    ";
    let told = told(script, &port).await;
    serving.abort();
    let expected = r#"[true,true,null,["a b.xml",12,false,1578009600000],"c.txt",7,null,"text",true,null,"There is none",true,false,null,"the connection is closed","A connection over SFTP is not emulated by the sandbox; --allow-net 127.0.0.1=ftp://127.0.0.1:2121 reaches 127.0.0.1 over FTP at that address"]"#;
    assert_eq!(told, expected);
    let heard = kept.lock().expect("files").heard.join("|");
    let expected = "USER ann|PASS secret|LIST /in|LIST /in/|LIST /in/|RETR a b.xml|STOR d|RETR c|RNFR d|RNTO f|QUIT";
    assert_eq!(heard, expected);
}

#[tokio::test]
async fn a_server_that_says_nothing_is_left() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("its address").port().to_string();
    let script = r"
        client.setTimeout(50);
        told.push(client.timeout, client.connect('127.0.0.1', port, 'a', 'b'), client.connected, client.replyMessage);
    ";
    let told = told(script, &port).await;
    assert_eq!(told, r#"[50,false,false,"it took too long"]"#);
}

#[tokio::test]
async fn a_service_moves_files_by_its_client() {
    let kept = Shared::default();
    let (port, serving) = served(Arc::clone(&kept)).await;
    let script = r"
        var service = dw.svc.LocalServiceRegistry.createService('files', {
            createRequest: function (it, folder) { it.setOperation('list', folder); },
            parseResponse: function (it, files) { return files.map(function (file) { return file.name; }); }
        });
        var result = service.call('/in');
        told.push(result.ok, result.object, service.client.connected);
    ";
    let told = told(script, &port).await;
    serving.abort();
    assert_eq!(told, r#"[true,["old things","a b.xml","c.txt"],false]"#);
    let heard = kept.lock().expect("files").heard.join("|");
    assert_eq!(heard, "USER ann|PASS secret|LIST /in|QUIT");
}

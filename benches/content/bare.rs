//! The yardstick: axum over hyper over rustls, and one JSON document.

use axum::{Router, http::header::CONTENT_TYPE, routing::get};
use hyper::server::conn::http1;
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use rustls::{ServerConfig, crypto::aws_lc_rs, pki_types::PrivateKeyDer, version::TLS13};
use serde_json::{Value, json};
use std::{net::SocketAddr, sync::Arc};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// Serves a document of that size at `/`; where, and the certificate.
pub async fn serve(size: usize) -> (SocketAddr, Vec<u8>) {
    let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a key");
    let pem = certified.cert.pem().into_bytes();
    let key = PrivateKeyDer::try_from(certified.signing_key.serialize_der()).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_protocol_versions(&[&TLS13])
        .expect("TLS 1.3")
        .with_no_client_auth()
        .with_single_cert(vec![certified.cert.der().clone()], key)
        .expect("a certificate");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(accept(listener, TlsAcceptor::from(Arc::new(config)), router(size)));
    (address, pem)
}

fn router(size: usize) -> Router {
    let empty = json!({"name": {"default": "x"}, "online": {"default": true}, "text": ""});
    let text = "x".repeat(size - empty.to_string().len());
    let mut document = empty;
    document["text"] = text.into();
    let document = Arc::new(document);
    let answer = move || {
        let document: Arc<Value> = Arc::clone(&document);
        async move { ([(CONTENT_TYPE, "application/json;charset=UTF-8")], document.to_string()) }
    };
    Router::new().route("/", get(answer))
}

async fn accept(listener: TcpListener, acceptor: TlsAcceptor, router: Router) {
    loop {
        let (stream, _) = listener.accept().await.expect("a connection");
        let (acceptor, router) = (acceptor.clone(), router.clone());
        tokio::spawn(async move {
            stream.set_nodelay(true).expect("an open connection");
            let Ok(stream) = acceptor.accept(stream).await else { return };
            let service = TowerToHyperService::new(router);
            // Ends with an error when the client just goes.
            drop(http1::Builder::new().serve_connection(TokioIo::new(stream), service).await);
        });
    }
}

//! Calls of web services that a cartridge describes, against a server on this machine.

use super::{Browser, EVER};
use axum::http::{HeaderMap, StatusCode, header};
use axum::{Router, extract::State, routing::post};
use haltscope::sandbox::storefront::{Storefront, StorefrontOptions};
use haltscope::script::{Cartridges, Files, Limits};
use std::sync::{Arc, Mutex};
use std::{fs, path::Path};
use tokio::net::TcpListener;

/// What the server was sent: the action, the login and the message.
type Heard = Arc<Mutex<Vec<(String, String, String)>>>;

const CUP: &str = "<minutes>3</minutes><price>4.50</price><is_hot>true</is_hot>\
    <leaf id=\"7\"><kind>whole</kind></leaf><leaf xmlns:x=\"http://www.w3.org/2001/XMLSchema-instance\" x:type=\"t:blackLeaf\" xmlns:t=\"urn:tea\"><smoke>oak</smoke></leaf>";

async fn served(
    State(heard): State<Heard>,
    headers: HeaderMap,
    body: String,
) -> (StatusCode, String) {
    let text =
        |name: &str| headers.get(name).map_or("", |it| it.to_str().expect("text")).to_owned();
    let action = text("soapaction");
    let (status, inner) = match action.as_str() {
        "\"urn:brew\"" => {
            (StatusCode::OK, format!("<brewResponse xmlns=\"urn:tea\"><cup>{CUP}</cup></brewResponse>"))
        }
        "\"urn:list\"" => (
            StatusCode::OK,
            "<ListResponse><rows><a><sku>1</sku></a><a href=\"#r2\"/></rows></ListResponse><row id=\"r2\"><sku>2</sku></row>".to_owned(),
        ),
        _ => (
            StatusCode::INTERNAL_SERVER_ERROR,
            "<e:Fault xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><faultcode>e:Server</faultcode>\
             <faultstring>no water</faultstring><detail><a>empty</a></detail></e:Fault>".to_owned(),
        ),
    };
    heard.lock().expect("the list").push((action, text("authorization"), body));
    let envelope = "http://schemas.xmlsoap.org/soap/envelope/";
    (status, format!("<e:Envelope xmlns:e=\"{envelope}\"><e:Body>{inner}</e:Body></e:Envelope>"))
}

const CONTROLLER: &str = r"
var WSUtil = require('dw/ws/WSUtil');
function port() {
    var made = webreferences2.Tea.getDefaultService();
    WSUtil.setProperty(dw.ws.Port.ENDPOINT_ADDRESS_PROPERTY, 'http://' + request.httpParameterMap.at.value + '/', made);
    return made;
}
function told(body) {
    var action = function () {
        try {
            response.writer.print(JSON.stringify(body()));
        } catch (error) {
            response.writer.print([error, error.faultCode, error.faultString, error.faultDetail].join('|'));
        }
    };
    action.public = true;
    return action;
}
exports.Brew = told(function () {
    var tea = webreferences2.Tea;
    var leaf = new tea.Leaf();
    leaf.id = 1;
    leaf.kind = tea.LeafKind.WHOLE;
    var cup = port().brew([leaf, new tea.BlackLeaf()], 90, new Date(0));
    return [cup.minutes.get(), String(cup.price), cup.isHot, cup.leaf[0].id, cup.leaf[0].kind.value(), String(cup.leaf[1]), cup.leaf[1].smoke];
});
exports.Pour = told(function () {
    var request = new webreferences2.Tea.PourRequest();
    request.run = true;
    request.green = new webreferences2.Tea.Leaf();
    request.note = new webreferences2.Tea.PourRequest.Note();
    request.note.value = 'a < b';
    request.note.by = 'me';
    var made = port();
    WSUtil.setUserNamePassword('ann', 'secret', made);
    WSUtil.addSOAPHeader(made, '<own/>', false, null);
    return made.pour(request, 'T1');
});
exports.Secure = told(function () {
    var made = port();
    var config = new dw.util.HashMap();
    var secrets = new dw.util.HashMap();
    secrets.put('ann', 's&t');
    config.put(WSUtil.WS_ACTION, WSUtil.WS_USERNAME_TOKEN);
    config.put(WSUtil.WS_USER, 'ann');
    config.put(WSUtil.WS_PASSWORD_TYPE, WSUtil.WS_PW_TEXT);
    config.put(WSUtil.WS_SECRETS_MAP, secrets);
    WSUtil.setWSSecurityConfig(made, config, new dw.util.HashMap());
    return made.brew([], 1).minutes.get();
});
exports.List = told(function () {
    var stub = webreferences.Old.getService('S', 'XML');
    stub._setProperty(dw.rpc.Stub.ENDPOINT_ADDRESS_PROPERTY, 'http://' + request.httpParameterMap.at.value + '/');
    return stub.list(5, 'x').item.toArray().map(function (row) { return row.sku; });
});
";

/// What a controller's action answers, and what the server was sent for it.
async fn asked(action: &str) -> (String, (String, String, String)) {
    let heard = Heard::default();
    let server = Router::new().route("/", post(served)).with_state(Arc::clone(&heard));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let serving = tokio::spawn(async move { axum::serve(listener, server).await });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/storefront/classes/ws");
    let described =
        ["webreferences2/Tea.wsdl", "webreferences2/leaf.xsd", "webreferences/Old.wsdl"];
    let described = described.into_iter().map(|name| {
        (format!("cartridge/{name}"), fs::read(folder.join(name)).expect("a description"))
    });
    let controller = ("cartridge/controllers/Soap.js".to_owned(), CONTROLLER.as_bytes().to_vec());
    let files = Files::memory(described.chain([controller]));
    let options = StorefrontOptions {
        cartridges: Arc::new(Cartridges::new().with("app", files)),
        limits: Limits { halt_timeout: EVER, ..Limits::default() },
        hosts: vec![address.to_string().parse().expect("a host")],
        ..StorefrontOptions::sample("Storefront")
    };
    let page =
        Browser::of(&Storefront::new(options)).get(&format!("Soap-{action}?at={address}")).await;
    assert!(page.headers.contains_key(header::CONTENT_TYPE));
    serving.abort();
    let told = heard.lock().expect("the list").pop().expect("it was called");
    (page.body, told)
}

#[tokio::test]
async fn arguments_stand_in_the_operations_element_and_its_value_comes_back() {
    let (answer, (_, _, message)) = asked("Brew").await;
    assert_eq!(answer, r#"[3,"4.50",true,7,"whole","[webreferences2.Tea.BlackLeaf]","oak"]"#);
    let body = message.split_once("<soap:Body>").map(|(_, body)| body);
    assert_eq!(
        body,
        Some(
            "<n1:brew><n1:leaf id=\"1\"><n1:kind>whole</n1:kind></n1:leaf><n1:leaf n2:type=\"n1:blackLeaf\"/>\
             <n1:waterTemp>90</n1:waterTemp><n1:when>1970-01-01T00:00:00.000Z</n1:when></n1:brew></soap:Body></soap:Envelope>"
        )
    );
}

#[tokio::test]
async fn headers_and_a_login_are_sent_and_a_fault_is_thrown() {
    let (answer, (action, login, message)) = asked("Pour").await;
    assert_eq!(answer, "Fault: no water|e:Server|no water|empty");
    assert_eq!((action.as_str(), login.as_str()), ("\"urn:pour\"", "Basic YW5uOnNlY3JldA=="));
    assert!(
        message.contains("<soap:Header><own/><n1:token>T1</n1:token></soap:Header>"),
        "{message}"
    );
    assert!(
        message.contains(
            "<n1:pour run=\"true\"><n1:green/><n1:Note by=\"me\">a &lt; b</n1:Note></n1:pour>"
        ),
        "{message}"
    );
}

#[tokio::test]
async fn a_name_and_a_password_are_sent_as_a_token() {
    let (answer, (_, _, message)) = asked("Secure").await;
    assert_eq!(answer, "3");
    assert!(message.contains("<wsse:Username>ann</wsse:Username>"), "{message}");
    assert!(message.contains(">s&amp;t</wsse:Password>"), "{message}");
}

#[tokio::test]
async fn an_encoded_procedure_answers_a_list_with_references() {
    let (answer, (_, _, message)) = asked("List").await;
    assert_eq!(answer, r#"["1","2"]"#);
    assert!(message.contains("<n3:List><first n1:type=\"n2:int\">5</first>"), "{message}");
}

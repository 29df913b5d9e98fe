//! A sandbox with custom APIs, and a client of them.

use crate::{
    data::stand::{Answer, accounts},
    testkit::{cartridge::write, patience::unhurried},
};
use haltscope::sandbox::{ApiClient, BUILTIN_CLIENT, Sandbox, SandboxOptions, Scopes, Site};
use reqwest::{Client, RequestBuilder, redirect::Policy};
use serde_json::Value;
use tempfile::TempDir;

/// The organization of most requests.
pub const ORGANIZATION: &str = "f_ecom_zzxy_prd";
/// A client that keeps no secret.
pub const PUBLIC: &str = "public-client";
/// Where its logins lead to.
pub const CALLBACK: &str = "https://app.shop.test/callback";
/// A client with a secret and one scope.
pub const PRIVATE: &str = "private-client";

pub const SCHEMA: &str = "openapi: 3.0.0
info: {version: 1.2.0}
components:
  securitySchemes: {ShopperToken: {}, AmOAuth2: {}}
  parameters:
    siteId: {name: siteId, in: query, required: true, schema: {type: string, minLength: 1}}
    place: {name: siteId, in: query, schema: {type: string, minLength: 1}}
    locale: {name: locale, in: query, schema: {type: string, minLength: 1}}
security: [{ShopperToken: [c_things]}]
paths:
  /things:
    get:
      operationId: seen
      parameters:
        - $ref: '#/components/parameters/siteId'
        - $ref: '#/components/parameters/locale'
        - {name: c_count, in: query, schema: {type: integer, minimum: 1}}
        - {name: c_ids, in: query, schema: {type: array, maxItems: 2, items: {type: string}}}
        - {name: c_sizes, in: query, schema: {allOf: [{type: array, items: {type: integer}}]}}
        - {name: c_word, in: query, schema: {type: string, pattern: '^[a-z]+$'}}
        - {name: X-Mood, in: header, schema: {type: string, enum: [good, bad]}}
        - {name: visits, in: cookie, schema: {type: integer, maximum: 9}}
    post:
      operationId: make
      parameters: [{$ref: '#/components/parameters/siteId'}]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties: {name: {type: string, pattern: '^\\w+$'}, size: {type: integer}}
  /things/{id}:
    get:
      operationId: one
      parameters:
        - {name: id, in: path, required: true, schema: {type: string, maxLength: 9}}
        - $ref: '#/components/parameters/siteId'
  /things/first:
    get:
      operationId: first
      parameters: [{$ref: '#/components/parameters/siteId'}]
  /answers/{kind}:
    get: &answers
      operationId: answer
      parameters:
        - {name: kind, in: path, required: true, schema: {type: string}}
        - $ref: '#/components/parameters/siteId'
    head: {<<: *answers, operationId: answer}
  /customers:
    post:
      operationId: register
      parameters: [{$ref: '#/components/parameters/siteId'}]
      requestBody: {content: {application/json: {schema: {type: object}}}}
  /visits:
    put:
      operationId: visit
      parameters: [{$ref: '#/components/parameters/siteId'}]
  /hidden:
    get:
      operationId: hidden
      parameters: [{$ref: '#/components/parameters/siteId'}]
  /faulty:
    get:
      operationId: faulty
      parameters: [{name: plain, in: query, schema: {type: string}}]
  /admin:
    get:
      operationId: admin
      security: [{AmOAuth2: [c_things_admin]}]
      parameters: [{$ref: '#/components/parameters/place'}]
";

pub const MAPPING: &str = r#"{"endpoints": [
    {"endpoint": "seen", "schema": "schema.yaml", "implementation": "script"},
    {"endpoint": "make", "schema": "schema.yaml", "implementation": "script"},
    {"endpoint": "one", "schema": "schema.yaml", "implementation": "script"},
    {"endpoint": "first", "schema": "schema.yaml", "implementation": "script"},
    {"endpoint": "answer", "schema": "schema.yaml", "implementation": "answers"},
    {"endpoint": "register", "schema": "schema.yaml", "implementation": "script"},
    {"endpoint": "visit", "schema": "schema.yaml", "implementation": "script"},
    {"endpoint": "hidden", "schema": "schema.yaml", "implementation": "script"},
    {"endpoint": "faulty", "schema": "schema.yaml", "implementation": "script"},
    {"endpoint": "admin", "schema": "schema.yaml", "implementation": "script"}
]}"#;

pub const SCRIPT: &str = r"'use strict';

var RESTResponseMgr = require('dw/system/RESTResponseMgr');
var BasketMgr = require('dw/order/BasketMgr');
var CustomerMgr = require('dw/customer/CustomerMgr');
var Site = require('dw/system/Site');
var Transaction = require('dw/system/Transaction');

function entries(map) {
    var found = {};
    map.keySet().toArray().forEach(function (key) { found[key] = map.get(key); });
    return found;
}

function facts() {
    var parameters = request.httpParameterMap;
    return {
        site: Site.current.ID,
        locale: request.locale,
        method: request.httpMethod,
        scapi: [request.SCAPI, request.isSCAPI(), request.getSCAPIPathPattern(), request.clientId],
        path: entries(request.getSCAPIPathParameters()),
        count: parameters.c_count.intValue,
        ids: parameters.get('c_ids').values.toArray(),
        has: ['c_count' in parameters, 'c_nothing' in parameters],
        query: request.httpParameters.siteId && request.httpParameters.siteId[0],
        mood: request.httpHeaders.get('x-mood'),
        secret: request.httpHeaders.get('authorization'),
        body: parameters.requestBodyAsString,
        customer: [customer.authenticated, customer.registered, customer.ID, customer.profile && customer.profile.email],
        include: request.includeRequest
    };
}

function tell() {
    var told = facts();
    RESTResponseMgr.createSuccess(told).render(); // @tell
}

['seen', 'one', 'first', 'admin'].forEach(function (name) {
    exports[name] = function () { tell(); };
    exports[name].public = true;
});

exports.make = function () {
    RESTResponseMgr.createSuccess(JSON.parse(request.httpParameterMap.requestBodyAsString), 201).render();
};
exports.make.public = true;

exports.register = function () {
    var wanted = JSON.parse(request.httpParameterMap.requestBodyAsString);
    var made;
    Transaction.wrap(function () {
        made = CustomerMgr.createCustomer(wanted.login, wanted.password);
        made.profile.email = wanted.login;
        made.profile.firstName = 'Ada';
        made.profile.lastName = 'Byron';
    });
    RESTResponseMgr.createSuccess({ number: made.profile.customerNo }, 201).render();
};
exports.register.public = true;

exports.visit = function () {
    session.custom.visits = (session.custom.visits || 0) + 1;
    var basket = BasketMgr.getCurrentOrNewBasket();
    RESTResponseMgr.createSuccess({ visits: session.custom.visits, basket: basket.UUID }).render();
};
exports.visit.public = true;

exports.hidden = function () { tell(); };
exports.faulty = function () { tell(); };
exports.faulty.public = true;
";

pub const ANSWERS: &str = r"'use strict';

var RESTResponseMgr = require('dw/system/RESTResponseMgr');
var URLParameter = require('dw/web/URLParameter');

function include(kind, site) {
    return RESTResponseMgr.createScapiRemoteInclude('custom', 'things', 'v1', 'answers/' + kind, URLParameter('siteId', site || 'Storefront'));
}

function many(kind) {
    var all = [];
    for (var count = 0; count < 16; count += 1) { all.push(include(kind)); }
    return all;
}

var KINDS = {
    plain: function () { RESTResponseMgr.createSuccess({ hello: 'wörld' }).render(); },
    empty: function () { RESTResponseMgr.createEmptySuccess(204).render(); },
    inferred: function () { RESTResponseMgr.createError(409).render(); },
    strange: function () { RESTResponseMgr.createError(418).render(); },
    full: function () {
        var error = RESTResponseMgr.createError(404, 'thing-not-found', null, 'No such thing.');
        error.custom.foo = 'bar';
        error.custom.list = [1];
        error.render();
    },
    absolute: function () { RESTResponseMgr.createError(400, 'https://shop.test/e', 'Title').render(); },
    headers: function () {
        response.setExpires(Date.UTC(2030, 0, 1));
        response.setVaryBy('price_promotion');
        response.setHttpHeader('X-Own', 'yes');
        RESTResponseMgr.createSuccess([]).render();
    },
    twice: function () {
        var success = RESTResponseMgr.createSuccess({ once: true });
        success.render();
        success.render();
    },
    illegal: function () {
        var told = [
            function () { RESTResponseMgr.createSuccess({}, 404); },
            function () { RESTResponseMgr.createError(200); },
            function () { RESTResponseMgr.createError({}); },
            function () { RESTResponseMgr.createError(400, 'no address'); },
            function () { RESTResponseMgr.createError(400, 'https://api.commercecloud.salesforce.com/documentation/error/v1/errors/mine'); },
            function () { RESTResponseMgr.createSuccess(undefined); }
        ].map(function (work) {
            try { work(); return 'fine'; } catch (error) { return error.message.split(':')[0]; }
        });
        RESTResponseMgr.createSuccess(told).render();
    },
    thrown: function () { throw new TypeError('no thing'); },
    nothing: function () {},
    later: function () {
        return Promise.resolve().then(function () { RESTResponseMgr.createSuccess({ later: true }).render(); });
    },
    included: function () {
        RESTResponseMgr.createSuccess({ a: include('plain'), all: [include('lost'), include('full')], text: String(include('plain')) }).render();
    },
    nested: function () { RESTResponseMgr.createSuccess({ inner: include('included') }).render(); },
    endless: function () { RESTResponseMgr.createSuccess({ inner: include('endless') }).render(); },
    broken: function () { RESTResponseMgr.createSuccess({ inner: include('absolute') }).render(); },
    outside: function () {
        var page = RESTResponseMgr.createStorefrontControllerRemoteInclude(require('dw/web/URLAction')('Home-Show'));
        RESTResponseMgr.createSuccess({ page: page }).render();
    },
    hollow: function () { RESTResponseMgr.createSuccess({ inner: include('nothing') }).render(); },
    abroad: function () { RESTResponseMgr.createSuccess({ inner: include('plain', 'Second') }).render(); },
    above: function () { RESTResponseMgr.createSuccess({ inner: include('plain', 'Sites-Site') }).render(); },
    wide: function () { RESTResponseMgr.createSuccess(many('narrow')).render(); },
    narrow: function () { RESTResponseMgr.createSuccess(many('plain')).render(); },
    forever: function () { for (;;) { } }
};

exports.answer = function () {
    var kind = request.getSCAPIPathParameters().get('kind');
    if (!KINDS[kind]) {
        RESTResponseMgr.createError(404).render();
        return undefined;
    }
    return KINDS[kind]();
};
exports.answer.public = true;
";

/// An API of the organization, in a cartridge that no site's path names.
const ASIDE: [(&str, &str); 3] = [
    (
        "/bm_api/cartridge/rest-apis/back-office/api.json",
        r#"{"endpoints": [{"endpoint": "tell", "schema": "schema.yaml", "implementation": "script"}]}"#,
    ),
    (
        "/bm_api/cartridge/rest-apis/back-office/schema.yaml",
        "openapi: 3.0.3\ninfo: {version: 3.0.0}\ncomponents: {securitySchemes: {AmOAuth2: {}}}\nsecurity: [{AmOAuth2: [c_office]}]\n\
         paths: {/: {get: {operationId: tell, parameters: [{name: siteId, in: query, schema: {type: string, minLength: 1}}]}}}\n",
    ),
    (
        "/bm_api/cartridge/rest-apis/back-office/script.js",
        "exports.tell = function () { require('dw/system/RESTResponseMgr').createSuccess({ site: require('dw/system/Site').current.ID }).render(); };\n\
         exports.tell.public = true;\n",
    ),
];

pub struct Apis {
    pub sandbox: Sandbox,
    pub http: Client,
    pub folder: TempDir,
}

impl Apis {
    pub async fn start() -> Self {
        Self::with(unhurried()).await
    }

    /// The APIs of two sites, with some options.
    pub async fn with(options: SandboxOptions) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (path, text) in [
            ("/app_api/cartridge/rest-apis/things/api.json", MAPPING),
            ("/app_api/cartridge/rest-apis/things/schema.yaml", SCHEMA),
            ("/app_api/cartridge/rest-apis/things/script.js", SCRIPT),
            ("/app_api/cartridge/rest-apis/things/answers.js", ANSWERS),
        ]
        .into_iter()
        .chain(ASIDE)
        {
            write(folder.path(), path, text);
        }
        let public = ApiClient::new(PUBLIC)
            .with_redirect_uri(CALLBACK)
            .with_scopes(Scopes::These(vec!["c_things".into()]));
        let private = ApiClient::new(PRIVATE)
            .with_secret(&"s3cret".into())
            .with_redirect_uri(CALLBACK)
            .with_scopes(Scopes::These(vec!["c_things_admin".into()]));
        let path = vec!["app_api".to_owned()];
        let second = Site {
            id: "Second".into(),
            cartridge_path: path.clone(),
            library: "SharedLibrary".into(),
        };
        let options = SandboxOptions {
            accounts: accounts().with_client(public).with_client(private),
            cartridges: vec![folder.path().to_owned()],
            cartridge_path: path,
            sites: vec![second],
            ..options
        };
        Self::of(options, folder).await
    }

    pub async fn of(options: SandboxOptions, folder: TempDir) -> Self {
        let sandbox = Sandbox::start(options).await.expect("the sandbox starts");
        let http = Client::builder().redirect(Policy::none()).build().expect("a client");
        Self { sandbox, http, folder }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.sandbox.http_addr())
    }

    /// A request to an address of an API, `custom/things/v1`, and a path of its own.
    pub fn ask(&self, method: &str, api: &str, path: &str, token: &str) -> RequestBuilder {
        let url = self.url(&format!("/{api}/organizations/{ORGANIZATION}{path}"));
        let request = self.http.request(method.parse().expect("a method"), url);
        if token.is_empty() { request } else { request.bearer_auth(token) }
    }

    /// A GET of the things.
    pub async fn get(&self, path: &str, token: &str) -> Answer {
        Answer::of(self.ask("GET", "custom/things/v1", path, token)).await
    }

    /// A step of the login of shoppers.
    pub fn login(&self, method: &str, step: &str) -> RequestBuilder {
        self.ask(method, "shopper/auth/v1", &format!("/oauth2/{step}"), "")
    }

    /// What the documented client gets for a guest.
    pub async fn guest_tokens(&self) -> Value {
        let form = [("grant_type", "client_credentials"), ("channel_id", "Storefront")];
        let request = self.login("POST", "token");
        let request = request.basic_auth(BUILTIN_CLIENT, Some(BUILTIN_CLIENT)).form(&form);
        Answer::of(request).await.ok(200)
    }

    pub async fn guest(&self) -> String {
        text(&self.guest_tokens().await, "access_token")
    }

    /// A token of the account management.
    pub async fn admin(&self, client: (&str, &str), scope: Option<&str>) -> String {
        let mut form = vec![("grant_type", "client_credentials")];
        form.extend(scope.map(|scope| ("scope", scope)));
        let request = self.http.post(self.url("/dwsso/oauth2/access_token"));
        let request = request.basic_auth(client.0, Some(client.1)).form(&form);
        text(&Answer::of(request).await.ok(200), "access_token")
    }

    /// A debugger's request.
    pub async fn debugger(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let url = self.url(&format!("/s/-/dw/debugger/v2_0{path}"));
        let request = self.http.request(method.parse().expect("a method"), url);
        let request = request.basic_auth("admin", Some("haltscope-demo"));
        let request = request.header("x-dw-client-id", "scapi");
        Answer::of(match body {
            Some(body) => request.json(&body),
            None => request.header("content-length", "0"),
        })
        .await
    }
}

/// A text of a document.
pub fn text(document: &Value, name: &str) -> String {
    document[name].as_str().unwrap_or_else(|| panic!("no {name}: {document}")).to_owned()
}

/// Checks a problem document wholly, and the reason in the header.
pub fn check_problem(answer: &Answer, status: u16, kind: &str, detail: &str, reason: &str) {
    assert_eq!(answer.status, status, "{}: {}", answer.row, answer.text);
    assert_eq!(answer.header("content-type"), "application/problem+json", "{}", answer.row);
    let problem = answer.json();
    let types = "https://api.commercecloud.salesforce.com/documentation/error/v1/errors/";
    assert_eq!(text(&problem, "type"), format!("{types}{kind}"), "{}", answer.row);
    assert!(text(&problem, "detail").contains(detail), "{}: {problem}", answer.row);
    assert!(problem["title"].is_string(), "{}: {problem}", answer.row);
    assert_eq!(problem.as_object().map(serde_json::Map::len), Some(3), "{problem}");
    let told = answer.headers.get("x-sandbox-reason");
    let told = told.map(|it| String::from_utf8_lossy(it.as_bytes()).into_owned());
    let told = told.unwrap_or_default();
    assert!(told.contains(reason), "{}: {told}", answer.row);
}

//! A sandbox with jobs and their scripts.

use crate::{
    data::stand::{Answer, Stand, accounts},
    testkit::{
        cartridge::write,
        patience::{PATIENCE, unhurried},
    },
};
use haltscope::sandbox::{Accounts, SandboxOptions};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::timeout;

/// The types of the steps of [`STEPS`].
const TYPES: &str = r#"{"step-types": {
    "script-module-step": [
        {"@type-id": "custom.Say", "module": "int_jobs/cartridge/scripts/steps.js", "function": "say",
         "parameters": {"parameter": [
            {"@name": "Text", "@type": "string", "@required": "true"},
            {"@name": "Count", "@type": "long", "default-value": "3"},
            {"@name": "Is", "@type": "boolean", "@required": "false"},
            {"@name": "Day", "@type": "date-string", "@required": "false"},
            {"@name": "Word", "@required": "false", "pattern": "[a-z]+"}
         ]}},
        {"@type-id": "custom.Answer", "module": "/int_jobs/cartridge/scripts/steps", "function": "answer",
         "parameters": {"parameter": {"@name": "Code", "@required": false}}},
        {"@type-id": "custom.Remember", "module": "int_jobs/cartridge/scripts/steps.js", "function": "remember",
         "@supports-organization-context": "true", "@supports-site-context": "false"},
        {"@type-id": "custom.Half", "module": "int_jobs/cartridge/scripts/steps.js", "function": "half"},
        {"@type-id": "custom.Whole", "module": "int_jobs/cartridge/scripts/steps.js", "function": "half", "transactional": "true"},
        {"@type-id": "custom.Prefer", "module": "int_jobs/cartridge/scripts/steps.js", "function": "prefer"},
        {"@type-id": "custom.Notes", "module": "int_jobs/cartridge/scripts/steps.js", "function": "notes"},
        {"@type-id": "custom.Forever", "module": "int_jobs/cartridge/scripts/steps.js", "function": "forever", "timeout-in-seconds": "1"},
        {"@type-id": "custom.Write", "module": "int_jobs/cartridge/scripts/steps.js", "function": "write",
         "parameters": {"parameter": [{"@name": "Path"}, {"@name": "Text"}]}},
        {"@type-id": "custom.Look", "module": "int_jobs/cartridge/scripts/steps.js", "function": "look",
         "parameters": {"parameter": [{"@name": "Script"}]}},
        {"@type-id": "custom.Nothing", "module": "int_jobs/cartridge/scripts/steps.js", "function": "nobody"}
    ],
    "chunk-script-module-step": [
        {"@type-id": "custom.Chunks", "module": "int_jobs/cartridge/scripts/chunks.js", "chunk-size": "3",
         "before-step-function": "beforeStep", "total-count-function": "total", "before-chunk-function": "beforeChunk",
         "after-chunk-function": "afterChunk", "after-step-function": "afterStep", "transactional": true,
         "parameters": {"parameter": [{"@name": "Bad", "@type": "long", "@required": "false"}]}}
    ]
}}"#;

const STEPS: &str = r"'use strict';

var CustomObjectMgr = require('dw/object/CustomObjectMgr');
var Site = require('dw/system/Site');
var Status = require('dw/system/Status');
var Transaction = require('dw/system/Transaction');

function note(name) {
    Transaction.wrap(function () { CustomObjectMgr.createCustomObject('Note', name); });
}

exports.say = function (parameters, stepExecution) {
    var job = stepExecution.getJobExecution();
    var seen = [parameters.Text, parameters.Count, parameters.Is, parameters.get('Day') && parameters.Day.toISOString(), 'Is' in parameters,
        stepExecution.getParameterValue('Text') === parameters.Text, stepExecution.stepID, stepExecution.stepTypeID, job.jobID, job.getID() > 0,
        Site.current.ID, job.context.last];
    job.context.last = parameters.Text;
    job.context.when = new Date(0);
    job.getContext().put('complex', { of: 'no use' });
    return new Status(Status.OK, 'SAID', JSON.stringify(seen)); // @say
};

exports.answer = function (parameters) {
    var code = parameters.Code;
    if (code === 'throw') { throw new TypeError('no order'); }
    if (code === 'ERROR') { return new Status(Status.ERROR, 'CUSTOM', 'as asked'); }
    return code ? new Status(Status.OK, code) : undefined;
};

exports.remember = function (parameters, stepExecution) {
    return new Status(Status.OK, null, [Site.current.ID, stepExecution.jobExecution.context.when.toISOString()].join(' '));
};

exports.half = function () {
    note('kept' + Math.random());
    throw new Error('halfway');
};

exports.prefer = function () {
    var all = require('dw/system/System').preferences.custom;
    var before = [Site.current.getCustomPreferenceValue('runs'), all.runs];
    Transaction.wrap(function () {
        Site.current.setCustomPreferenceValue('runs', (before[0] || 0) + 1);
        all.runs = (before[1] || 0) + 1;
    });
    var others = Site.allSites.toArray().map(function (site) { return site.ID + '=' + site.getCustomPreferenceValue('runs'); });
    return new Status(Status.OK, null, before.concat(others.sort()).join(' '));
};

exports.notes = function () {
    return new Status(Status.OK, null, String(CustomObjectMgr.getAllCustomObjects('Note').count));
};

exports.write = function (parameters) {
    var File = require('dw/io/File');
    var file = new File(File.IMPEX + '/src/' + parameters.Path);
    new File(file.fullPath.substring(0, file.fullPath.lastIndexOf('/'))).mkdirs();
    var writer = new (require('dw/io/FileWriter'))(file, 'UTF-8');
    writer.write(parameters.Text);
    writer.close();
};

exports.look = function (parameters) {
    var found;
    Transaction.wrap(function () { found = eval(parameters.Script); });
    require('dw/system/Logger').getLogger('look', 'jobs').info('found {0}', found);
    return new Status(Status.OK, null, String(found));
};

exports.forever = function () {
    for (;;) { } // @forever
};
";

const CHUNKS: &str = r"'use strict';

var CustomObjectMgr = require('dw/object/CustomObjectMgr');

var calls = [];
var next = 0;

exports.beforeStep = function () { calls.push('begin'); };
exports.total = function () { return 8; };
exports.beforeChunk = function () { calls.push('('); };
exports.read = function () {
    next += 1;
    return next <= 8 ? next : null;
};
exports.process = function (number, parameters) {
    CustomObjectMgr.createCustomObject('Note', 'n' + number);
    if (number === parameters.Bad) { throw new Error('number ' + number); }
    return number % 2 ? [number, 'of', 8] : undefined;
};
exports.write = function (numbers, parameters, stepExecution) {
    calls.push(numbers.toArray().map(function (it) { return it.get(0); }).join(' '));
    stepExecution.jobExecution.context.last = calls.join('');
};
exports.afterChunk = function (isDone) { calls.push(isDone ? ')' : '!'); };
exports.afterStep = function (isDone, parameters, stepExecution) {
    calls.push(isDone ? 'done' : 'failed');
    stepExecution.jobExecution.context.last = calls.join('');
};
";

const ASIDE_TYPES: &str = r#"{"step-types": {"script-module-step": [
    {"@type-id": "custom.Aside", "module": "bm_jobs/cartridge/scripts/aside.js", "function": "execute"}
]}}"#;

const ASIDE: &str =
    "exports.execute = function () { return new (require('dw/system/Status'))(0, 'ASIDE'); };\n";

/// A site archive, and a sandbox that serves two sites of it.
pub struct Works {
    pub stand: Stand,
    _folder: Option<TempDir>,
}

impl Works {
    /// A sandbox that is made already.
    pub fn of(stand: Stand) -> Self {
        Self { stand, _folder: None }
    }

    /// `jobs` is the content of `jobs.xml`'s root.
    pub async fn start(jobs: &str) -> Self {
        Self::with(jobs, accounts()).await
    }

    pub async fn with(jobs: &str, accounts: Accounts) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (cartridges, archive) = (folder.path().join("cartridges"), folder.path().join("site"));
        for (path, text) in [
            ("/int_jobs/steptypes.json", TYPES),
            ("/int_jobs/cartridge/scripts/steps.js", STEPS),
            ("/int_jobs/cartridge/scripts/chunks.js", CHUNKS),
            ("/bm_jobs/steptypes.json", ASIDE_TYPES),
            ("/bm_jobs/cartridge/scripts/aside.js", ASIDE),
        ] {
            write(&cartridges, path, text);
        }
        let site = |id: &str| {
            let space = "http://www.demandware.com/xml/impex/site/2007-04-30";
            let path = "<custom-cartridges>int_jobs</custom-cartridges>";
            format!("<site xmlns=\"{space}\" site-id=\"{id}\"><name>{id}</name>{path}</site>")
        };
        write(&archive, "/sites/Storefront/site.xml", &site("Storefront"));
        write(&archive, "/sites/Second/site.xml", &site("Second"));
        let space = "http://www.demandware.com/xml/impex/jobs/2015-07-01";
        write(&archive, "/jobs.xml", &format!("<jobs xmlns=\"{space}\">{jobs}</jobs>"));
        let options = SandboxOptions {
            accounts,
            cartridges: vec![cartridges],
            site_archives: vec![archive],
            ..unhurried()
        };
        Self { stand: Stand::with(options).await, _folder: Some(folder) }
    }

    /// The line of a script that carries the mark, counted from 1.
    pub fn line(mark: &str) -> usize {
        let mark = format!("// @{mark}");
        STEPS.lines().position(|line| line.contains(&mark)).expect("a marked line") + 1
    }

    /// Starts a job by the Data API.
    pub async fn begin(&self, job: &str, body: Value) -> Answer {
        let request = self.stand.ask("POST", &format!("/jobs/{job}/executions"));
        Answer::of(request.json(&body)).await
    }

    /// Runs a job to its end, and answers its execution.
    pub async fn run(&self, job: &str, body: Value) -> Value {
        let begun = self.begin(job, body).await.ok(202);
        assert_eq!(
            (&begun["status"], &begun["execution_status"]),
            (&json!("RUNNING"), &json!("running"))
        );
        self.ended(begun["id"].as_str().expect("an ID")).await
    }

    /// Waits for the end of an execution.
    pub async fn ended(&self, id: &str) -> Value {
        let mut after = 0;
        let ends = async {
            loop {
                let path = format!("/jobs/executions/{id}?after={after}&wait=30");
                let told = self.own("GET", &path, None).await.ok(200);
                if !told["exit_status"].is_null() {
                    return told;
                }
                after = told["revision"].as_u64().expect("a number");
            }
        };
        timeout(PATIENCE, ends).await.expect("it ends")
    }

    /// Asks the sandbox for something of its own.
    pub async fn own(&self, verb: &str, path: &str, body: Option<Value>) -> Answer {
        let url = format!("{}/-/sandbox{path}", self.stand.origin());
        let request = self.stand.http.request(verb.parse().expect("a method"), url);
        let request = request.basic_auth("admin", Some("haltscope-demo"));
        Answer::of(match body {
            Some(body) => request.json(&body),
            None => request,
        })
        .await
    }

    /// A debugger's request.
    pub async fn debugger(&self, verb: &str, path: &str, body: Option<Value>) -> Answer {
        let url = format!("{}/s/-/dw/debugger/v2_0{path}", self.stand.origin());
        let request = self.stand.http.request(verb.parse().expect("a method"), url);
        let request = request.basic_auth("admin", Some("haltscope-demo"));
        let request = request.header("x-dw-client-id", "jobs");
        Answer::of(match body {
            Some(body) => request.json(&body),
            None => request.header("content-length", "0"),
        })
        .await
    }
}

/// Step, scope, status and the first line of the message of each step.
pub fn told(execution: &Value) -> Vec<String> {
    let steps = execution["step_executions"].as_array().expect("steps").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    steps
        .map(|step| {
            let message = text(&step["exit_status"]["message"]);
            let message = message.lines().next().unwrap_or_default();
            let line = [&step["step_id"], &step["execution_scope"], &step["status"]].map(text);
            format!("{} {message}", line.join(" ")).trim_end().to_owned()
        })
        .collect()
}

/// A job of one flow.
pub fn job(id: &str, contexts: &[&str], steps: &str) -> String {
    let contexts = contexts.iter().map(|site| format!("<context site-id=\"{site}\"/>"));
    let contexts = contexts.collect::<Vec<_>>().concat();
    format!("<job job-id=\"{id}\"><flow>{contexts}{steps}</flow></job>")
}

/// A step with its parameters and its rules.
pub fn step(id: &str, type_id: &str, parameters: &[(&str, &str)], rules: &str) -> String {
    let parameter =
        |(name, value): &(&str, &str)| format!("<parameter name=\"{name}\">{value}</parameter>");
    let parameters = parameters.iter().map(parameter).collect::<Vec<_>>().concat();
    format!(
        "<step step-id=\"{id}\" type=\"{type_id}\"><parameters>{parameters}</parameters><rules>{rules}</rules></step>"
    )
}

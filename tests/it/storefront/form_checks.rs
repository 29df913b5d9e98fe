//! What the scripts of form definitions find: `validation="${…}"` of fields, groups and lists.

use super::{Browser, storefront};

const FORM: &str = r#"<form xmlns="http://www.demandware.com/xml/form/2008-04-19" validation="${require('~/cartridge/scripts/check').whole(formgroup)}">
  <field formid="email" type="string" mandatory="true" value-error="wrong" validation="${require('*/cartridge/scripts/check').email(formfield)}"/>
  <field formid="again" type="string" value-error="other" validation="${formfield.value !== 'no'}"/>
  <group formid="name" form-error="nameless" validation="${require('./check').name(formgroup)}">
    <field formid="first" type="string"/><field formid="last" type="string"/>
  </group>
  <group formid="aside" form-error="never" validation="${false}"><field formid="x" type="string"/></group>
  <action formid="send" valid-form="true"/>
</form>"#;

const BESIDE: &str = "exports.name = function (group) { return group.first.value === group.last.value ? false : undefined; };";

const CHECK: &str = r"
    var Result = require('dw/web/FormElementValidationResult');
    exports.email = function (field) {
        var data = new (require('dw/util/HashMap'))();
        data.put('seen', field.value + ' ' + field.parent.again.value);
        return new Result(field.value.indexOf('@') > 0, 'no @ in it', data);
    };
    exports.whole = function (form) {
        var result = new Result(form.email.valid);
        result.setMessage('not a good form');
        result.addData('fields', form.getChildCount());
        return result;
    };
";

const CONTROLLER: &str = r"
    exports.Send = function () {
        var form = session.forms.profile;
        var told = function (it) { var found = it.validationResult; return [it.valid, it.error, found.valid, found.message, found.data && found.data.get('seen')].join('|'); };
        response.writer.print([told(form.email), told(form.again), told(form.name), told(form),
            form.validationResult.data && form.validationResult.data.get('fields'), form.triggeredAction && form.triggeredAction.formId].join('\n'));
    };
    exports.Send.public = true;
";

async fn sent(form: &str, fields: &[(&str, &str)]) -> String {
    let files = [
        ("app/cartridge/forms/default/profile.xml", form),
        ("app/cartridge/forms/default/check.js", BESIDE),
        ("app/cartridge/scripts/check.js", CHECK),
        ("app/cartridge/controllers/Profile.js", CONTROLLER),
    ];
    let mut browser = Browser::of(&storefront(&files));
    let named: Vec<_> =
        fields.iter().map(|(name, value)| (format!("dwfrm_profile_{name}"), *value)).collect();
    let fields: Vec<_> = named.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    browser.post("Profile-Send", &fields).await.body
}

#[tokio::test]
async fn scripts_of_a_form_s_definition_check_what_was_sent() {
    let good =
        [("email", "a@b"), ("again", "yes"), ("name_first", "A"), ("name_last", "B"), ("send", "")];
    assert_eq!(
        sent(FORM, &good).await.lines().collect::<Vec<_>>(),
        ["true||true||a@b yes", "true||true||", "true||true||", "true||true||", "5", "send"]
    );
    let bad =
        [("email", "ab"), ("again", "no"), ("name_first", "A"), ("name_last", "A"), ("send", "")];
    assert_eq!(
        sent(FORM, &bad).await.lines().collect::<Vec<_>>(),
        [
            "false|no @ in it|false|no @ in it|ab no",
            "false|other|false|other|",
            "false|nameless|false|nameless|",
            "false|not a good form|false|not a good form|",
            "5",
        ]
    );
    // What is wrong already isn't checked any more, and what isn't sent is fine.
    let missing = [("email", ""), ("send", "")];
    assert_eq!(
        sent(FORM, &missing).await.lines().collect::<Vec<_>>()[..2],
        ["false|wrong|false|wrong|", "true||true||"]
    );
}

#[tokio::test]
async fn a_check_that_is_no_expression_says_where_it_stands() {
    for (check, expected) in [
        (
            "check",
            "The validation of email in /app/cartridge/forms/default/profile.xml is written ${…}, not check",
        ),
        ("${1 +}", "The validation of email in /app/cartridge/forms/default/profile.xml: "),
        (
            "${require('~/cartridge/scripts/nothing')}",
            "Cannot find module '~/cartridge/scripts/nothing'",
        ),
    ] {
        let form = format!(
            "<form><field formid=\"email\" type=\"string\" validation=\"{check}\"/></form>"
        );
        let page = sent(&form, &[("email", "a")]).await;
        let page = page.replace("&#39;", "'").replace("&#x27;", "'");
        assert!(page.contains(expected), "{check}: {page}");
    }
}

#[tokio::test]
async fn a_box_sends_what_stands_for_checked() {
    const BOXES: &str = "<form>\
        <field formid='gift' type='boolean' default-value='false'/>\
        <field formid='news' type='boolean' checked='true'/>\
        <field formid='terms' type='boolean' checked-value='yes' unchecked-value='no'/></form>";
    const SHOW: &str = r"
        exports.Show = function () {
            var form = session.forms.profile;
            response.writer.print([form.gift, form.news, form.terms].map(function (box) {
                return box.htmlName + '=' + box.htmlValue + ' ' + box.checked;
            }).join('\n'));
        };
        exports.Show.public = true;
    ";
    let mut browser = Browser::of(&storefront(&[
        ("app/cartridge/forms/default/profile.xml", BOXES),
        ("app/cartridge/controllers/Profile.js", SHOW),
    ]));
    let page = browser.get("Profile-Show").await;
    let told = "dwfrm_profile_gift=true false\ndwfrm_profile_news=true true\ndwfrm_profile_terms=yes false";
    assert_eq!(page.body, told);

    // The page writes these values into its boxes, and a browser sends those that are checked.
    let boxes: Vec<_> = page
        .body
        .lines()
        .filter_map(|line| line.split_once(' ')?.0.split_once('='))
        .filter(|(name, _)| !name.ends_with("news"))
        .collect();
    let page = browser.post("Profile-Show", &boxes).await;
    assert_eq!(
        page.body.lines().map(|line| line.ends_with("true")).collect::<Vec<_>>(),
        [true, false, true]
    );
}

//! Pages from the templates of the cartridges.

use super::{address, locale::fallbacks, page::escaped, resources};
use crate::script::Cartridges;
use minijinja::{
    AutoEscape, Environment, Error, ErrorKind, Output, State, UndefinedBehavior, Value as View,
    escape_formatter,
    value::{Rest, Serde},
};
use serde_json::{Map, Value};
use std::sync::Arc;

/// What a page is made for.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) site: String,
    pub(super) locale: String,
    pub(super) cartridges: Arc<Cartridges>,
    /// Begins a remote include; nobody outside can guess it.
    pub(super) include_mark: String,
}

/// Renders a template, for example `product/detail`, with a view.
///
/// It is the first `cartridge/templates/<locale>/<name>.html` on the cartridge path, the locale before its
/// language before `default`; `app_base:product/detail` is the one of that cartridge. The view is there as
/// `pdict` and by its names; `url`, `static`, `remote`, `msg` make addresses, includes and texts.
pub(super) fn render(
    page: &Page,
    template: &str,
    view: Map<String, Value>,
) -> Result<String, String> {
    let environment = environment(page);
    let view = View::from(Serde(Value::Object(view)));
    let context =
        minijinja::context! { pdict => view.clone(), locale => page.locale.clone(), ..view };
    let rendered = environment.get_template(template).and_then(|it| it.render(context));
    rendered.map_err(|error| explained(&error))
}

fn environment(page: &Page) -> Environment<'static> {
    let mut environment = Environment::new();
    let files = page.clone();
    environment.set_loader(move |name| Ok(source(&files, name)));
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_undefined_behavior(UndefinedBehavior::Chainable);
    environment.set_formatter(format);
    add_functions(&mut environment, page);
    environment
}

/// Nothing for null, and HTML without escaped slashes, so that addresses stay readable in the page.
fn format(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &View) -> Result<(), Error> {
    if value.is_none() {
        return Ok(());
    }
    if value.is_safe() || *state.auto_escape() == AutoEscape::None {
        return escape_formatter(out, state, value);
    }
    out.write_str(&escaped(&value.to_string())).map_err(Error::from)
}

fn add_functions(environment: &mut Environment<'static>, page: &Page) {
    let it = page.clone();
    environment.add_function("url", move |action: String, rest: Rest<String>| {
        Ok::<_, Error>(address::controller(&it.site, &it.locale, &action, &pairs(&rest)?))
    });
    let it = page.clone();
    environment
        .add_function("static", move |name: String| address::file(&it.site, &it.locale, &name));
    let it = page.clone();
    environment.add_function("remote", move |action: String, rest: Rest<String>| {
        let url = address::controller(&it.site, &it.locale, &action, &pairs(&rest)?);
        Ok::<_, Error>(View::from_safe_string(format!("{}{url}-->", it.include_mark)))
    });
    let it = page.clone();
    environment.add_function("msg", move |key: String, bundle: String, rest: Rest<View>| {
        let text = resources::message(&it.cartridges, &bundle, &key, &it.locale);
        filled(text.unwrap_or(key), &rest)
    });
}

fn pairs(rest: &[String]) -> Result<Vec<(String, String)>, Error> {
    if !rest.len().is_multiple_of(2) {
        let reason = "an address needs a value for each name";
        return Err(Error::new(ErrorKind::InvalidOperation, reason));
    }
    Ok(rest.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect())
}

fn filled(text: String, values: &[View]) -> String {
    values.iter().enumerate().fold(text, |text, (index, value)| {
        text.replace(&format!("{{{index}}}"), &value.to_string())
    })
}

fn source(page: &Page, name: &str) -> Option<String> {
    let name = name.strip_suffix(".html").unwrap_or(name);
    let (only, name) = match name.split_once(':') {
        Some((cartridge, name)) => (Some(cartridge), name),
        None => (None, name),
    };
    let cartridges = || page.cartridges.list().filter(|it| only.is_none_or(|only| only == *it));
    let bytes = fallbacks(&page.locale).into_iter().find_map(|locale| {
        cartridges().find_map(|cartridge| {
            page.cartridges.read(&format!("/{cartridge}/cartridge/templates/{locale}/{name}.html"))
        })
    })?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn explained(error: &Error) -> String {
    let reason = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    match (error.name(), error.line()) {
        (Some(name), Some(line)) => format!("Template {name}, line {line}: {reason}"),
        _ => format!("Template: {reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Files;
    use serde_json::json;

    fn page(locale: &str) -> Page {
        let template = |path: &str, text: &'static str| {
            (format!("cartridge/templates/{path}"), text.as_bytes())
        };
        let cartridges = Cartridges::new()
            .with("left", Files::memory([
                template("default/home.html", "{% extends 'right:home' %}{% block body %}{{ pdict.name }}/{{ name }}{% endblock %}"),
                template("default/links.html", "{{ url('Cart-Add', 'pid', 'a b&c') }} {{ static('css/a.css') }} {{ remote('Mini-Cart') }} {{ msg('hi', 'shop', '<b>') }}"),
                template("default/broken.html", "line one\n{{ 1 + {} }}"),
                template("resources/shop.properties", "hi=Hello {0}"),
            ]))
            .with("right", Files::memory([
                template("default/home.html", "<p>{% block body %}plain{% endblock %}</p>"),
                template("de/only.html", "deutsch{{ nothing.at.all }}{{ pdict.null }}"),
            ]));
        Page {
            site: "Shop".to_owned(),
            locale: locale.to_owned(),
            cartridges: Arc::new(cartridges),
            include_mark: "<!--include:".to_owned(),
        }
    }

    fn check(locale: &str, template: &str, expected: Result<&str, &str>) {
        let view =
            json!({ "name": "<Ada>", "null": null }).as_object().cloned().unwrap_or_default();
        let rendered = render(&page(locale), template, view);
        assert_eq!(rendered.as_deref().map_err(String::as_str), expected, "{template}");
    }

    #[test]
    fn templates_inherit_across_cartridges_and_escape() {
        check("default", "home", Ok("<p>&lt;Ada&gt;/&lt;Ada&gt;</p>"));
        check("default", "right:home", Ok("<p>plain</p>"));
    }

    #[test]
    fn a_locale_has_templates_of_its_own() {
        check("de_DE", "only", Ok("deutsch"));
        check("default", "only", Err("Template: template \"only\" does not exist"));
        check("default", "../../x", Err("Template: template \"../../x\" does not exist"));
    }

    #[test]
    fn functions_make_addresses_texts_and_includes() {
        check(
            "default",
            "links",
            Ok("/on/demandware.store/Sites-Shop-Site/default/Cart-Add?pid=a%20b%26c \
            /on/demandware.static/Sites-Shop-Site/-/default/css/a.css \
            <!--include:/on/demandware.store/Sites-Shop-Site/default/Mini-Cart--> \
            Hello &lt;b&gt;"),
        );
    }

    #[test]
    fn a_mistake_is_named_with_its_line() {
        let error = render(&page("default"), "broken", Map::new()).expect_err("refused");
        assert!(error.starts_with("Template broken, line 2: "), "{error}");
    }
}

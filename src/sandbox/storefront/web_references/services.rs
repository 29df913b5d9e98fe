//! The services of a description: where they are called, and with what.

use super::documents::{Declared, Documents, WSDL, qualified};
use super::schema::Schema;
use roxmltree::Node;
use serde_json::{Value, json};

const SOAP: [(&str, u32); 2] = [
    ("http://schemas.xmlsoap.org/wsdl/soap/", 11),
    ("http://schemas.xmlsoap.org/wsdl/soap12/", 12),
];

/// `[{name, ports: [{name, address, version, operations}]}]`; ports that aren't called by SOAP are left out.
pub(super) fn read<'a>(
    documents: &Documents<'a>,
    declared: &Declared<'_, 'a>,
    schema: &Schema<'_, 'a>,
) -> Vec<Value> {
    let mut services = Vec::new();
    for (root, space) in
        documents.roots().filter(|(root, _)| root.has_tag_name((WSDL, "definitions")))
    {
        let reader = Reader { declared, schema, space };
        for service in named(root, "service") {
            let ports = named(service, "port").filter_map(|port| reader.port(port));
            let name = service.attribute("name");
            services.push(json!({ "name": name, "ports": ports.collect::<Vec<_>>() }));
        }
    }
    services
}

struct Reader<'r, 'd, 'a> {
    declared: &'r Declared<'d, 'a>,
    schema: &'r Schema<'d, 'a>,
    /// The namespace of the description.
    space: &'r str,
}

impl Reader<'_, '_, '_> {
    fn port(&self, port: Node<'_, '_>) -> Option<Value> {
        let (space, name) = qualified(port, port.attribute("binding")?, self.space);
        let binding = *self.declared.get(&("binding", space, name))?;
        let (bound, version) = soap(binding, "binding")?;
        let (space, name) = qualified(binding, binding.attribute("type")?, self.space);
        let offered = *self.declared.get(&("portType", space, name))?;
        let style = bound.attribute("style").unwrap_or("document");
        let operations =
            named(binding, "operation").filter_map(|it| self.operation(it, offered, style));
        let address = port.children().find(|it| it.tag_name().name() == "address");
        Some(json!({
            "name": port.attribute("name"),
            "address": address.and_then(|it| it.attribute("location")),
            "version": version,
            "operations": operations.collect::<Vec<_>>(),
        }))
    }

    fn operation(&self, bound: Node<'_, '_>, offered: Node<'_, '_>, style: &str) -> Option<Value> {
        let name = bound.attribute("name")?;
        let abstracted =
            named(offered, "operation").find(|it| it.attribute("name") == Some(name))?;
        let own = soap(bound, "operation").map(|(it, _)| it);
        let style = own.and_then(|it| it.attribute("style")).unwrap_or(style);
        let action = own.and_then(|it| it.attribute("soapAction")).unwrap_or_default();
        Some(json!({
            "name": name,
            "action": action,
            "style": style,
            "input": self.message(bound, abstracted, "input"),
            "output": self.message(bound, abstracted, "output"),
        }))
    }

    /// `{space, encoded, parts, headers}` of what goes there or comes back; null if nothing does.
    fn message(
        &self,
        bound: Node<'_, '_>,
        offered: Node<'_, '_>,
        which: &'static str,
    ) -> Option<Value> {
        let message = named(offered, which).next()?;
        let bound = named(bound, which).next();
        let body = bound.and_then(|it| soap(it, "body")).map(|(it, _)| it);
        let headers = bound.into_iter().flat_map(|it| it.children());
        let headers = headers.filter(|it| is_soap(*it, "header")).filter_map(|it| {
            let (space, name) = qualified(it, it.attribute("message")?, self.space);
            self.parts(space, name)
                .into_iter()
                .find(|part| part["name"] == it.attribute("part").unwrap_or_default())
        });
        let headers: Vec<_> = headers.collect();
        let (space, name) = qualified(message, message.attribute("message")?, self.space);
        let only = body.and_then(|it| it.attribute("parts"));
        let only = only.map(|names| names.split_ascii_whitespace().collect::<Vec<_>>());
        let is_in_body = |part: &Value| match &only {
            Some(names) => names.iter().any(|name| part["name"] == *name),
            None => !headers.contains(part),
        };
        let parts: Vec<_> = self.parts(space, name).into_iter().filter(is_in_body).collect();
        Some(json!({
            "space": body.and_then(|it| it.attribute("namespace")),
            "encoded": body.and_then(|it| it.attribute("use")) == Some("encoded"),
            "parts": parts,
            "headers": headers,
        }))
    }

    /// The parts of a message, `{name, element}` or `{name, type}`.
    fn parts(&self, space: &str, name: &str) -> Vec<Value> {
        let message = self.declared.get(&("message", space, name));
        let parts = message.into_iter().flat_map(|it| named(*it, "part"));
        let part = |it: Node<'_, '_>| {
            let name = it.attribute("name");
            if let Some(element) = it.attribute("element") {
                let (space, local) = qualified(it, element, space);
                return json!({ "name": name, "element": format!("{{{space}}}{local}") });
            }
            let kind = it.attribute("type").map(|kind| {
                let (space, local) = qualified(it, kind, space);
                self.schema.type_of(space, local)
            });
            json!({ "name": name, "type": kind })
        };
        parts.map(part).collect()
    }
}

fn named<'d, 'a>(node: Node<'d, 'a>, name: &'static str) -> impl Iterator<Item = Node<'d, 'a>> {
    node.children().filter(move |it| it.has_tag_name((WSDL, name)))
}

fn is_soap(it: Node<'_, '_>, name: &str) -> bool {
    SOAP.iter().any(|(space, _)| it.has_tag_name((*space, name)))
}

/// What a description says of SOAP there, and of which version.
fn soap<'d, 'a>(node: Node<'d, 'a>, name: &str) -> Option<(Node<'d, 'a>, u32)> {
    node.children().find_map(|it| {
        let version = SOAP.iter().find(|(space, _)| it.has_tag_name((*space, name)))?;
        Some((it, version.1))
    })
}

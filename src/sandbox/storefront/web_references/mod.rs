//! Web services that cartridges describe: `cartridge/webreferences/*.wsdl` and `cartridge/webreferences2/*.wsdl`.
//!
//! A description is read once, with the schemas that it imports from its own cartridge, and again when one of its
//! files has changed.

mod documents;
mod schema;
mod services;

use crate::script::{Cartridges, HostError, REFERENCES, Stamp};
use documents::Documents;
use schema::Schema;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What was read so far, by the path of the description.
#[derive(Debug, Default)]
pub(super) struct WebReferences(Mutex<HashMap<String, Known>>);

#[derive(Clone, Debug)]
struct Known {
    files: Vec<(String, Option<Stamp>)>,
    described: Arc<Value>,
}

impl WebReferences {
    /// A description as scripts use it, `{file, types, elements, services}`; null if no cartridge has it.
    ///
    /// The first on the cartridge path counts.
    ///
    /// # Errors
    ///
    /// A file that it needs isn't there or can't be read: which one, and why.
    pub(super) fn find(
        &self,
        cartridges: &Cartridges,
        (folder, name): (&str, &str),
    ) -> Result<Value, HostError> {
        let Some(path) = path(cartridges, (folder, name)) else { return Ok(Value::Null) };
        let is_same = |(path, stamp): &(String, Option<Stamp>)| cartridges.stamp(path) == *stamp;
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&path).cloned();
        if let Some(known) = known.filter(|known| known.files.iter().all(is_same)) {
            return Ok(known.described.as_ref().clone());
        }
        let (files, described) = described(cartridges, &path)?;
        let described = Arc::new(described);
        let known = Known { files, described: Arc::clone(&described) };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path, known);
        Ok(Arc::unwrap_or_clone(described))
    }

    /// Whether a cartridge describes a service of that name.
    pub(super) fn has(cartridges: &Cartridges, wanted: (&str, &str)) -> bool {
        path(cartridges, wanted).is_some()
    }

    /// Why the description at a path can't be read, if it can't.
    pub(super) fn fault(cartridges: &Cartridges, path: &str) -> Option<String> {
        described(cartridges, path).err().map(|error| error.message)
    }
}

/// The description that counts, the first on the cartridge path.
fn path(cartridges: &Cartridges, (folder, name): (&str, &str)) -> Option<String> {
    if !REFERENCES.contains(&folder) || name.contains('/') {
        return None;
    }
    let mut paths = cartridges.list().map(|it| format!("/{it}/cartridge/{folder}/{name}.wsdl"));
    paths.find(|path| cartridges.contains(path))
}

type Files = Vec<(String, Option<Stamp>)>;

fn described(cartridges: &Cartridges, path: &str) -> Result<(Files, Value), HostError> {
    let texts = documents::texts(cartridges, path)?;
    let files = texts.iter().map(|it| (it.path.clone(), it.stamp)).collect();
    let documents = Documents::of(&texts)?;
    let declared = documents.declared();
    let schema = Schema::of(&documents, &declared);
    let services = services::read(&documents, &declared, &schema);
    let (types, elements) = schema.into_parts();
    let described =
        json!({ "file": path, "types": types, "elements": elements, "services": services });
    Ok((files, described))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Files;

    const WSDL: &str = r#"<?xml version="1.0"?>
<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:tea" targetNamespace="urn:tea">
  <w:types><x:schema targetNamespace="urn:tea" elementFormDefault="qualified">
    <x:include schemaLocation="parts/leaf.xsd"/>
    <x:element name="brew"><x:complexType><x:sequence>
      <x:element name="leaf" type="t:leaf" maxOccurs="unbounded"/>
      <x:element name="note" minOccurs="0"><x:complexType><x:simpleContent><x:extension base="x:string">
        <x:attribute name="by" type="x:string"/></x:extension></x:simpleContent></x:complexType></x:element>
    </x:sequence></x:complexType></x:element>
    <x:element name="brewResponse"><x:complexType><x:sequence><x:element name="minutes" type="x:int"/></x:sequence></x:complexType></x:element>
  </x:schema></w:types>
  <w:message name="in"><w:part name="parameters" element="t:brew"/></w:message>
  <w:message name="out"><w:part name="parameters" element="t:brewResponse"/></w:message>
  <w:portType name="Kettle"><w:operation name="brew"><w:input message="t:in"/><w:output message="t:out"/></w:operation></w:portType>
  <w:binding name="b" type="t:Kettle"><s:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <w:operation name="brew"><s:operation soapAction="urn:brew"/><w:input><s:body use="literal"/></w:input></w:operation></w:binding>
  <w:service name="Tea"><w:port name="Hot" binding="t:b"><s:address location="http://tea.example.test/"/></w:port></w:service>
</w:definitions>"#;

    const LEAF: &str = r#"<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <x:complexType name="leaf"><x:complexContent><x:extension base="plant"><x:sequence><x:element name="kind" type="kind"/></x:sequence></x:extension></x:complexContent></x:complexType>
  <x:complexType name="plant"><x:all><x:element name="grown" type="x:dateTime"/></x:all><x:attribute name="id" type="x:int"/></x:complexType>
  <x:simpleType name="kind"><x:restriction base="x:string"><x:enumeration value="green"/><x:enumeration value="semi-black"/></x:restriction></x:simpleType>
</x:schema>"#;

    fn found(files: &[(&'static str, &'static str)]) -> Result<Value, HostError> {
        let files = files.iter().map(|(path, text)| {
            (format!("cartridge/webreferences2/{path}"), text.as_bytes().to_vec())
        });
        let cartridges = Cartridges::new().with("app", Files::memory(files));
        WebReferences::default().find(&cartridges, ("webreferences2", "Tea"))
    }

    #[test]
    fn a_description_has_types_elements_and_services() {
        let tea = found(&[("Tea.wsdl", WSDL), ("parts/leaf.xsd", LEAF)]).expect("it is read");
        assert_eq!(tea["elements"]["{urn:tea}brew"], "{urn:tea}#brew");
        let brew = &tea["types"]["{urn:tea}#brew"]["parts"];
        assert_eq!((&brew[0]["type"], &brew[0]["list"]), (&json!("{urn:tea}leaf"), &json!(true)));
        let note = &tea["types"]["{urn:tea}#brew/note"];
        assert_eq!((&note["text"], &note["outer"]), (&json!("string"), &json!("{urn:tea}#brew")));
        assert_eq!(
            note["parts"][0],
            json!({ "name": "by", "space": "", "type": "string", "attribute": true })
        );
        // An included schema without a namespace takes that of the one that includes it.
        let leaf = &tea["types"]["{urn:tea}leaf"];
        assert_eq!((&leaf["base"], &leaf["name"]), (&json!("{urn:tea}plant"), &json!("leaf")));
        assert_eq!(tea["types"]["{urn:tea}kind"]["values"], json!(["green", "semi-black"]));
        let port = &tea["services"][0]["ports"][0];
        assert_eq!(
            (&port["name"], &port["address"]),
            (&json!("Hot"), &json!("http://tea.example.test/"))
        );
        let operation = &port["operations"][0];
        assert_eq!(
            (&operation["action"], &operation["style"]),
            (&json!("urn:brew"), &json!("document"))
        );
        assert_eq!(operation["input"]["parts"][0]["element"], "{urn:tea}brew");
    }

    #[test]
    fn what_is_missing_or_faulty_is_named() {
        assert_eq!(found(&[]).expect("nothing"), Value::Null);
        let missing = found(&[("Tea.wsdl", WSDL)]).expect_err("no schema");
        assert!(
            missing.message.contains("/app/cartridge/webreferences2/parts/leaf.xsd"),
            "{}",
            missing.message
        );
        let faulty = found(&[("Tea.wsdl", "<a>")]).expect_err("no XML");
        assert!(
            faulty.message.contains("/app/cartridge/webreferences2/Tea.wsdl"),
            "{}",
            faulty.message
        );
        let above = WSDL.replace("parts/leaf.xsd", "../../../other/leaf.xsd");
        let above = found(&[("Tea.wsdl", above.leak())]).expect_err("it climbs");
        assert!(above.message.contains("outside of its cartridge"), "{}", above.message);
    }

    #[test]
    fn a_type_that_is_its_own_base_has_none() {
        let around = LEAF.replace(
            "<x:complexType name=\"plant\"><x:all>",
            "<x:complexType name=\"plant\"><x:complexContent><x:extension base=\"leaf\"/></x:complexContent><x:all>",
        );
        assert_ne!(around, LEAF);
        let tea = found(&[("Tea.wsdl", WSDL), ("parts/leaf.xsd", around.leak())]);
        let types = &tea.expect("it is read")["types"];
        assert_eq!(
            (&types["{urn:tea}plant"]["base"], &types["{urn:tea}leaf"]["base"]),
            (&Value::Null, &Value::Null)
        );
    }

    #[test]
    fn a_changed_file_is_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("cartridge/webreferences2");
        std::fs::create_dir_all(place.join("parts")).expect("folders");
        std::fs::write(place.join("Tea.wsdl"), WSDL).expect("a description");
        std::fs::write(place.join("parts/leaf.xsd"), LEAF).expect("a schema");
        let cartridges = Cartridges::new().with("app", Files::Folder(folder.path().into()));
        let references = WebReferences::default();
        let kind = |references: &WebReferences| {
            let tea = references.find(&cartridges, ("webreferences2", "Tea")).expect("it is read");
            tea["types"]["{urn:tea}kind"]["values"][0].clone()
        };
        assert_eq!(kind(&references), "green");
        std::fs::write(place.join("parts/leaf.xsd"), LEAF.replace("green", "white tea"))
            .expect("another");
        assert_eq!(kind(&references), "white tea");
    }
}

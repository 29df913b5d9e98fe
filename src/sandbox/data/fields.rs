//! Which fields documents have, and of which types (sections 2.2 to 2.4; "beyond the
//! specification", 2.2).

use crate::api::content::{ASSET, ASSIGNMENT, FOLDER};

/// The kinds of documents that clients write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A content asset.
    Asset,
    /// A content folder.
    Folder,
    /// An assignment.
    Assignment,
}

/// What may stand in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// Set by the server alone; ignored.
    ReadOnly,
    /// `_v`
    Version,
    /// `_resource_state`
    State,
    /// An ID.
    Id,
    /// One value.
    Plain(Element),
    /// A value per locale.
    Localized(Element, Sites),
    /// A custom attribute.
    Custom,
}

/// A value of a field, or of one of its locales.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// Text.
    Text,
    /// `true` or `false`.
    Boolean,
    /// One of [`FREQUENCIES`].
    Frequency,
    /// 0 or 1.
    Included,
    /// From 0 to 1.
    Priority,
    /// From 0.
    Position,
    /// An object with `source`.
    Markup,
}

/// Whether locales may name a site, as in `default@Site`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sites {
    /// They may.
    Named,
    /// They may not.
    Unnamed,
}

/// The values of `site_map_change_frequency`.
pub(super) const FREQUENCIES: [&str; 7] =
    ["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"];

const TEXT: Field = Field::Localized(Element::Text, Sites::Unnamed);

const ASSET_FIELDS: &[(&str, Field)] = &[
    ("id", Field::Id),
    ("name", TEXT),
    ("description", TEXT),
    ("page_title", TEXT),
    ("page_description", TEXT),
    ("page_keywords", TEXT),
    ("page_url", TEXT),
    ("online", Field::Localized(Element::Boolean, Sites::Named)),
    ("searchable", Field::Localized(Element::Boolean, Sites::Named)),
    ("template", Field::Plain(Element::Text)),
    ("site_map_change_frequency", Field::Localized(Element::Frequency, Sites::Named)),
    ("site_map_included", Field::Localized(Element::Included, Sites::Named)),
    ("site_map_priority", Field::Localized(Element::Priority, Sites::Named)),
    ("c_body", Field::Localized(Element::Markup, Sites::Unnamed)),
    ("link", Field::ReadOnly),
    ("creation_date", Field::ReadOnly),
    ("last_modified", Field::ReadOnly),
    ("classification_folder_id", Field::ReadOnly),
    ("classification_folder_link", Field::ReadOnly),
];

const FOLDER_FIELDS: &[(&str, Field)] = &[
    ("id", Field::Id),
    ("name", TEXT),
    ("description", TEXT),
    ("page_title", TEXT),
    ("page_description", TEXT),
    ("page_keywords", TEXT),
    ("page_url", TEXT),
    ("template", Field::Plain(Element::Text)),
    ("online", Field::Plain(Element::Boolean)),
    ("parent_folder_id", Field::Id),
    ("link", Field::ReadOnly),
    ("parent_link", Field::ReadOnly),
    ("sub_folders_link", Field::ReadOnly),
    ("creation_date", Field::ReadOnly),
    ("last_modified", Field::ReadOnly),
];

const ASSIGNMENT_FIELDS: &[(&str, Field)] = &[
    ("content_id", Field::Id),
    ("folder_id", Field::Id),
    ("content_link", Field::ReadOnly),
    ("folder_link", Field::ReadOnly),
    ("default", Field::Plain(Element::Boolean)),
    ("position", Field::Plain(Element::Position)),
];

impl Kind {
    /// The document's `_type`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Asset => ASSET,
            Self::Folder => FOLDER,
            Self::Assignment => ASSIGNMENT,
        }
    }

    /// The field of that name; `None` for unknown ones.
    pub(crate) fn field(self, name: &str) -> Option<Field> {
        let fields = match self {
            Self::Asset => ASSET_FIELDS,
            Self::Folder => FOLDER_FIELDS,
            Self::Assignment => ASSIGNMENT_FIELDS,
        };
        let has_custom = self != Self::Assignment;
        match name {
            "_v" => Some(Field::Version),
            "_type" => Some(Field::ReadOnly),
            "_resource_state" => Some(Field::State),
            _ => fields.iter().find(|(known, _)| *known == name).map(|(_, field)| *field),
        }
        .or_else(|| (has_custom && name.starts_with("c_")).then_some(Field::Custom))
    }
}

use flate2::read::GzDecoder;
use kubeloupe_core::hash::schema::{NEWEST_MINOR, OLDEST_MINOR};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;

/// By minor version, by name of the type.
pub type Tables = BTreeMap<u32, BTreeMap<String, Definition>>;

/// A named type of one version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// `struct`, `map`, `slice`, or what the type is underneath.
    pub kind: String,
    /// As reflection prints it.
    pub printed: String,
    /// Key type of a map.
    pub key: String,
    /// Element type of a map or slice.
    pub element: String,
    /// Fields of a struct, in their order.
    pub fields: Vec<Member>,
}

/// A field of a struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Name in Go.
    pub go: String,
    /// Name in JSON, or empty.
    pub json: String,
    /// Type, with the names of the table.
    pub of: String,
    /// Type as reflection prints it.
    pub printed: String,
    /// Embedded, inline, omitempty, exported.
    pub flags: [bool; 4],
}

/// Reads the tables that `tests/schema` holds.
pub fn read_tables() -> io::Result<Tables> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema");
    (OLDEST_MINOR..=NEWEST_MINOR)
        .map(|minor| {
            let file = File::open(folder.join(format!("1.{minor}.json.gz")))?;
            let table: Value = serde_json::from_reader(GzDecoder::new(file))?;
            Ok((minor, definitions(&table)))
        })
        .collect()
}

fn definitions(table: &Value) -> BTreeMap<String, Definition> {
    let types = table["types"].as_object().into_iter().flatten();
    types
        .map(|(name, definition)| {
            let members = definition["fields"].as_array().into_iter().flatten();
            let definition = Definition {
                kind: text(definition, "kind"),
                printed: text(definition, "dumpName"),
                key: text(definition, "key"),
                element: text(definition, "elem"),
                fields: members.map(member).collect(),
            };
            (name.clone(), definition)
        })
        .collect()
}

fn member(field: &Value) -> Member {
    let flag = |name: &str| field[name].as_bool().unwrap_or(false);
    Member {
        go: text(field, "goName"),
        json: text(field, "jsonName"),
        of: text(field, "goType"),
        printed: text(field, "dumpType"),
        flags: [
            flag("embedded"),
            flag("inline"),
            flag("omitempty"),
            flag("exported"),
        ],
    }
}

fn text(value: &Value, member: &str) -> String {
    value[member].as_str().unwrap_or_default().to_owned()
}

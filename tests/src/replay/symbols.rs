use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The one-to-one renaming between the symbols of a recording (`u1`, `r1`) and what the simulation made, in the order
/// in which they meet.
#[derive(Default, Debug)]
pub struct Symbols {
    uids: Renaming,
    versions: Renaming,
}

#[derive(Default, Debug)]
struct Renaming {
    actual: BTreeMap<String, String>,
    symbol: BTreeMap<String, String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Space {
    Uids,
    Versions,
}

/// Which symbols the member with this key holds.
fn space_of(key: &str) -> Option<Space> {
    match key {
        "uid" | "controller-uid" | "batch.kubernetes.io/controller-uid" => Some(Space::Uids),
        "resourceVersion" => Some(Space::Versions),
        _ => None,
    }
}

fn is_symbol(space: Space, text: &str) -> bool {
    let prefix = if space == Space::Uids { 'u' } else { 'r' };
    text.strip_prefix(prefix)
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Symbols {
    /// What the simulation has for a uid of the recording. One that no object has shown yet is a client's invention.
    pub fn uid(&mut self, symbol: &str) -> String {
        self.actual(Space::Uids, symbol)
    }

    /// What the simulation has for a resourceVersion of the recording.
    pub fn version(&mut self, symbol: &str) -> String {
        self.actual(Space::Versions, symbol)
    }

    /// The recording's symbol for a uid, if it has met.
    pub fn symbol_of_uid(&self, actual: &str) -> Option<&str> {
        self.uids.symbol.get(actual).map(String::as_str)
    }

    /// Lets `symbol` and the uid `actual` be one, or says why they are not.
    pub fn meet_uid(&mut self, symbol: &str, actual: &str) -> Result<(), String> {
        self.meet(Space::Uids, symbol, actual)
    }

    /// Lets `symbol` and the resourceVersion `actual` be one, or says why they are not.
    pub fn meet_version(&mut self, symbol: &str, actual: &str) -> Result<(), String> {
        self.meet(Space::Versions, symbol, actual)
    }

    /// A recorded request as the client is to make it: what it is recorded to have caused is left out.
    pub fn request(&mut self, recorded: &Value) -> Value {
        let mut request = recorded.clone();
        if let Value::Object(members) = &mut request {
            for answer in ["code", "status", "watch", "result"] {
                members.remove(answer);
            }
        }
        self.concrete(&request)
    }

    /// The recorded value with its symbols replaced by what the simulation has for them.
    pub fn concrete(&mut self, recorded: &Value) -> Value {
        match recorded {
            Value::Array(items) => items.iter().map(|item| self.concrete(item)).collect(),
            Value::Object(members) => {
                let mut concrete = Map::new();
                for (key, value) in members {
                    let value = match (space_of(key), value) {
                        (Some(space), Value::String(text)) if is_symbol(space, text) => {
                            Value::String(self.actual(space, text))
                        }
                        _ => self.concrete(value),
                    };
                    concrete.insert(key.clone(), value);
                }
                Value::Object(concrete)
            }
            _ => recorded.clone(),
        }
    }

    /// Compares a value with the recorded one, but for the renaming; a recorded `deletionTimestamp: true` is any time.
    pub fn compare(&mut self, what: &str, recorded: &Value, actual: &Value) -> Result<(), String> {
        self.compare_at("", recorded, actual)
            .map_err(|difference| format!("{what}{difference}\n  recorded {recorded}\n  simulated {actual}"))
    }

    fn compare_at(&mut self, way: &str, recorded: &Value, actual: &Value) -> Result<(), String> {
        match (recorded, actual) {
            (Value::Object(recorded), Value::Object(actual)) => {
                if let Some(extra) = actual.keys().find(|key| !recorded.contains_key(*key)) {
                    return Err(format!("{way}.{extra}: not recorded"));
                }
                for (key, recorded) in recorded {
                    let way = format!("{way}.{key}");
                    let actual = actual.get(key).ok_or_else(|| format!("{way}: missing"))?;
                    self.compare_member(&way, key, recorded, actual)?;
                }
                Ok(())
            }
            (Value::Array(recorded), Value::Array(actual)) => {
                if recorded.len() != actual.len() {
                    return Err(format!(
                        "{way}: {} recorded, {} simulated",
                        recorded.len(),
                        actual.len()
                    ));
                }
                for (number, (recorded, actual)) in recorded.iter().zip(actual).enumerate() {
                    self.compare_at(&format!("{way}[{number}]"), recorded, actual)?;
                }
                Ok(())
            }
            _ if recorded == actual => Ok(()),
            _ => Err(format!("{way}: {recorded} recorded, {actual} simulated")),
        }
    }

    fn compare_member(
        &mut self,
        way: &str,
        key: &str,
        recorded: &Value,
        actual: &Value,
    ) -> Result<(), String> {
        match (space_of(key), recorded, actual) {
            (Some(space), Value::String(symbol), Value::String(actual)) if is_symbol(space, symbol) => self
                .meet(space, symbol, actual)
                .map_err(|why| format!("{way}: {why}")),
            _ if key == "deletionTimestamp" && *recorded == Value::Bool(true) && !actual.is_null() => Ok(()),
            _ => self.compare_at(way, recorded, actual),
        }
    }

    fn renaming(&mut self, space: Space) -> &mut Renaming {
        match space {
            Space::Uids => &mut self.uids,
            Space::Versions => &mut self.versions,
        }
    }

    fn actual(&mut self, space: Space, symbol: &str) -> String {
        let renaming = self.renaming(space);
        if let Some(actual) = renaming.actual.get(symbol) {
            return actual.clone();
        }
        let invented = match space {
            Space::Uids => format!("00000000-0000-4000-8000-invented-{symbol}"),
            // Counted down from the top, where no simulated version comes.
            Space::Versions => (u64::MAX - 1 - renaming.actual.len() as u64).to_string(),
        };
        renaming.bind(symbol, &invented);
        invented
    }

    fn meet(&mut self, space: Space, symbol: &str, actual: &str) -> Result<(), String> {
        let renaming = self.renaming(space);
        match (renaming.actual.get(symbol), renaming.symbol.get(actual)) {
            (None, None) => {
                renaming.bind(symbol, actual);
                Ok(())
            }
            (Some(bound), _) if bound == actual => Ok(()),
            (Some(bound), _) => Err(format!("{symbol} recorded, which is {bound}; {actual} simulated")),
            (None, Some(other)) => Err(format!("{symbol} recorded; {actual} simulated, which is {other}")),
        }
    }
}

impl Renaming {
    fn bind(&mut self, symbol: &str, actual: &str) {
        self.actual.insert(symbol.to_owned(), actual.to_owned());
        self.symbol.insert(actual.to_owned(), symbol.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn symbols_are_renamed_one_to_one() {
        let mut symbols = Symbols::default();
        let recorded = json!({ "uid": "u1", "resourceVersion": "r1", "deletionTimestamp": true });
        let actual = json!({ "uid": "x", "resourceVersion": "7", "deletionTimestamp": "2026" });
        assert_eq!(symbols.compare("", &recorded, &actual), Ok(()));
        assert_eq!(
            symbols.concrete(&json!([{ "uid": "u1" }])),
            json!([{ "uid": "x" }])
        );
        assert_eq!(symbols.symbol_of_uid("x"), Some("u1"));
        for (symbol, actual) in [("u1", "y"), ("u2", "x")] {
            assert!(
                symbols
                    .compare("", &json!({ "uid": symbol }), &json!({ "uid": actual }))
                    .is_err()
            );
        }
        let invented = symbols.uid("u9");
        assert!(symbols.meet_uid("u9", &invented).is_ok());
        assert!(symbols.meet_uid("u8", &invented).is_err());
    }

    #[test]
    fn differences_are_found() {
        let mut symbols = Symbols::default();
        for (recorded, actual) in [
            (json!({ "a": 1 }), json!({})),
            (json!({}), json!({ "a": 1 })),
            (json!([1]), json!([1, 2])),
            (json!({ "a": [{ "b": "x" }] }), json!({ "a": [{ "b": "y" }] })),
        ] {
            assert!(
                symbols.compare("", &recorded, &actual).is_err(),
                "{recorded} {actual}"
            );
        }
    }
}

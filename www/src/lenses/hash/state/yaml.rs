//! A value as YAML that reads back as the same value, for editing.

use kubeloupe_core::hash::{Integers, Value, go_json};

/// Writes a mapping as a document.
pub fn document(value: &Value) -> String {
    let mut text = String::new();
    match value {
        Value::Map(members) if !members.is_empty() => members_of(value, 0, &mut text),
        _ => text.push_str(&go_json(value, Integers::Exact)),
    }
    text
}

fn members_of(value: &Value, indent: usize, text: &mut String) {
    for (number, (name, value)) in value.members().iter().enumerate() {
        if number > 0 {
            spaces(indent, text);
        }
        text.push_str(&scalar(name));
        text.push(':');
        after(value, indent, text);
    }
}

/// What stands after the colon of a name.
fn after(value: &Value, indent: usize, text: &mut String) {
    match value {
        Value::Map(members) if !members.is_empty() => {
            text.push('\n');
            spaces(indent + 2, text);
            members_of(value, indent + 2, text);
        }
        Value::List(elements) if !elements.is_empty() => {
            text.push('\n');
            for element in elements {
                spaces(indent, text);
                text.push('-');
                match element {
                    Value::Map(members) if !members.is_empty() => {
                        text.push(' ');
                        members_of(element, indent + 2, text);
                    }
                    // A list in a list occurs in no template; written as JSON it reads the same.
                    other => {
                        text.push(' ');
                        text.push_str(&plain(other));
                        text.push('\n');
                    }
                }
            }
        }
        other => {
            text.push(' ');
            text.push_str(&plain(other));
            text.push('\n');
        }
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => scalar(text),
        other => go_json(other, Integers::Exact),
    }
}

/// A text without quotes where nobody can take it for anything else.
fn scalar(text: &str) -> String {
    let begins_as_a_word = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/');
    let has_plain_letters = text
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'/' | b':' | b'@'))
        && !text.ends_with(':');
    let is_a_keyword = [
        "true", "false", "null", "yes", "no", "on", "off", "y", "n", "inf", "nan",
    ]
    .iter()
    .any(|word| text.eq_ignore_ascii_case(word));
    if begins_as_a_word && has_plain_letters && !is_a_keyword {
        text.to_owned()
    } else {
        go_json(&Value::text(text), Integers::Exact)
    }
}

fn spaces(count: usize, text: &mut String) {
    text.extend(std::iter::repeat_n(' ', count));
}

#[cfg(test)]
mod tests {
    use super::*;
    use kubeloupe_formats::Source;
    use kubeloupe_formats::limits::Limits;
    use kubeloupe_formats::template::read_templates;

    fn read(text: &str) -> Value {
        let source = Source {
            name: "t",
            bytes: text.as_bytes(),
        };
        let found = read_templates(&[source], Limits::default()).expect(text);
        found[0].template.as_ref().unwrap().value().clone()
    }

    #[test]
    fn what_is_written_reads_back() {
        let odd = r#"{"metadata":{"annotations":{"a: b":"yes","c":"1e9","d":"","e":"two\nlines","f":"ends:","g":"<&>","h":"007"},
            "labels":{}},"spec":{"containers":[{"name":"c","args":["-v","a b","true"],"command":[],
            "ports":[{"containerPort":80}],"resources":{"limits":{"cpu":0.5,"memory":"1Gi"}},
            "livenessProbe":{"httpGet":{"port":"http"}}},{"name":"d"}],"tolerations":[{"key":null}]}}"#;
        let value = read(odd);
        let written = document(&value);
        assert_eq!(read(&written), value, "{written}");
    }
}

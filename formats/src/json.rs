//! JSON on its way out, in one line: what a report is printed as for programs.
//!
//! serde_json's own writer brings a table of 10 kB for floating-point numbers that compresses to just as much; the
//! standard library prints them as short.

use serde::Serialize;
use serde::ser::{
    Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use std::fmt::{self, Write};

/// The JSON of `value`. Of a mapping whose keys are no texts only the beginning.
pub(crate) fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    let mut json = String::new();
    // Nothing that is written here refuses to be.
    let _ = value.serialize(Writer { json: &mut json });
    json
}

/// Writes a text with its quotes.
pub fn write_text(json: &mut String, text: &str) {
    json.push('"');
    for letter in text.chars() {
        match letter {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            '\u{8}' => json.push_str("\\b"),
            '\u{c}' => json.push_str("\\f"),
            '\0'..='\u{1f}' => {
                // Writing into a string cannot fail.
                let _ = write!(json, "\\u{:04x}", u32::from(letter));
            }
            letter => json.push(letter),
        }
    }
    json.push('"');
}

/// The number that a text writes, in decimal; a sign and a point may begin it. It is read as JSON's are, since the
/// standard library's own reader brings another table of 10 kB.
pub(crate) fn number_of(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let digits = match digits.strip_prefix('.') {
        Some(fraction) => format!("0.{fraction}"),
        None => digits.to_owned(),
    };
    serde_json::from_slice(digits.as_bytes()).ok()
}

/// A value that refuses to be written.
#[derive(Debug)]
struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("refused")
    }
}

impl std::error::Error for Refused {}

impl Error for Refused {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Refused
    }
}

/// Where the next value goes.
struct Writer<'j> {
    json: &'j mut String,
}

/// A list or a mapping that is not closed yet.
struct Open<'j> {
    json: &'j mut String,
    /// How many members and elements there are.
    len: usize,
    close: &'static str,
}

impl<'j> Writer<'j> {
    fn print(self, value: &dyn fmt::Display) -> Result<(), Refused> {
        write!(self.json, "{value}").map_err(|_| Refused)
    }

    fn open(self, open: &str, close: &'static str) -> Result<Open<'j>, Refused> {
        let json = self.json;
        json.push_str(open);
        Ok(Open { json, len: 0, close })
    }

    /// A mapping with one member, whose value follows.
    fn variant(self, variant: &str) -> Self {
        self.json.push('{');
        write_text(self.json, variant);
        self.json.push(':');
        self
    }
}

impl<'j> Open<'j> {
    /// Where the next element goes.
    fn next(&mut self) -> Writer<'_> {
        if self.len > 0 {
            self.json.push(',');
        }
        self.len += 1;
        Writer { json: self.json }
    }

    /// Where the value of the next member goes.
    fn member(&mut self, name: &str) -> Writer<'_> {
        let Writer { json } = self.next();
        write_text(json, name);
        json.push(':');
        Writer { json }
    }

    fn close(self) -> Result<(), Refused> {
        self.json.push_str(self.close);
        Ok(())
    }
}

macro_rules! printed {
    ($($method:ident $type:ty,)*) => {$(
        fn $method(self, value: $type) -> Result<(), Refused> {
            self.print(&value)
        }
    )*};
}

impl<'j> Serializer for Writer<'j> {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Open<'j>;
    type SerializeTuple = Open<'j>;
    type SerializeTupleStruct = Open<'j>;
    type SerializeTupleVariant = Open<'j>;
    type SerializeMap = Open<'j>;
    type SerializeStruct = Open<'j>;
    type SerializeStructVariant = Open<'j>;

    printed! {
        serialize_bool bool,
        serialize_i8 i8,
        serialize_i16 i16,
        serialize_i32 i32,
        serialize_i64 i64,
        serialize_u8 u8,
        serialize_u16 u16,
        serialize_u32 u32,
        serialize_u64 u64,
    }

    fn serialize_f32(self, value: f32) -> Result<(), Refused> {
        if value.is_finite() {
            self.print(&format_args!("{value:?}"))
        } else {
            self.serialize_unit()
        }
    }

    fn serialize_f64(self, value: f64) -> Result<(), Refused> {
        if value.is_finite() {
            self.print(&format_args!("{value:?}"))
        } else {
            self.serialize_unit()
        }
    }

    fn serialize_char(self, value: char) -> Result<(), Refused> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Refused> {
        write_text(self.json, value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Refused> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), Refused> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Refused> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Refused> {
        self.json.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Refused> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Refused> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        let Writer { json } = self.variant(variant);
        value.serialize(Writer { json: &mut *json })?;
        json.push('}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'j>, Refused> {
        self.open("[", "]")
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'j>, Refused> {
        self.open("[", "]")
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Open<'j>, Refused> {
        self.open("[", "]")
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'j>, Refused> {
        self.variant(variant).open("[", "]}")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'j>, Refused> {
        self.open("{", "}")
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'j>, Refused> {
        self.open("{", "}")
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'j>, Refused> {
        self.variant(variant).open("{", "}}")
    }
}

macro_rules! elements {
    ($($trait:ident $method:ident,)*) => {$(
        impl $trait for Open<'_> {
            type Ok = ();
            type Error = Refused;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
                value.serialize(self.next())
            }

            fn end(self) -> Result<(), Refused> {
                self.close()
            }
        }
    )*};
}

elements! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

macro_rules! members {
    ($($trait:ident,)*) => {$(
        impl $trait for Open<'_> {
            type Ok = ();
            type Error = Refused;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Refused> {
                value.serialize(self.member(name))
            }

            fn end(self) -> Result<(), Refused> {
                self.close()
            }
        }
    )*};
}

members! {
    SerializeStruct,
    SerializeStructVariant,
}

impl SerializeMap for Open<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        let Writer { json } = self.next();
        let begin = json.len();
        key.serialize(Writer { json: &mut *json })?;
        if json[begin..].starts_with('"') {
            json.push(':');
            Ok(())
        } else {
            Err(Refused)
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        value.serialize(Writer { json: self.json })
    }

    fn end(self) -> Result<(), Refused> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use super::{number_of, to_json};
    use serde::Serialize;
    use serde_json::{Value, json};

    #[test]
    fn numbers_are_read_in_decimal() {
        for (text, number) in [
            ("0.55", 0.55),
            ("+3", 3.0),
            (".5", 0.5),
            ("-1e3", -1000.0),
            ("20", 20.0),
        ] {
            assert_eq!(number_of(text), Some(number), "{text}");
        }
        for text in ["", "NaN", "inf", "0x10", "1 2", "1.", "++1", "ten"] {
            assert_eq!(number_of(text), None, "{text}");
        }
    }

    #[derive(Serialize)]
    enum Shape {
        Point,
        Circle(f32),
        Line(u8, i64),
        Box {
            #[serde(rename = "the width")]
            width: Option<u32>,
        },
    }

    #[derive(Serialize)]
    #[serde(tag = "type")]
    enum Tagged {
        Only { member: char },
    }

    #[test]
    fn everything_is_written_as_serde_json_writes_it() {
        let control: String = ('\0'..='\u{7f}').chain("\"\\ü€😀".chars()).collect();
        let values = (
            [
                Shape::Point,
                Shape::Circle(0.1),
                Shape::Line(1, -2),
                Shape::Box { width: None },
                Shape::Box { width: Some(3) },
            ],
            Tagged::Only { member: '"' },
            json!({ "empty": {}, "list": [], control.clone(): control, "numbers": [0, -1, u64::MAX, 1.5, 100.0] }),
            (true, (), Some("text"), f64::NAN, f32::INFINITY, i64::MIN, 0.001),
        );
        assert_eq!(to_json(&values), serde_json::to_string(&values).unwrap());
        assert_eq!(to_json(&Value::Null), "null");
        // The same number without a sign.
        assert_eq!(to_json(&1e16), "1e16");
    }
}

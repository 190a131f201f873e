//! go-spew's `%#v` of a template, as `DeepHashObject` feeds it to the hash (SP-1 … SP-12).

use super::decode::ZERO_TIME;
use super::fnv32::Fnv1a;
use super::leaf::{Leaf, Zone, dump_quantity, dump_time, leaf};
use super::quantity::write_int;
use super::schema::{self, Field, Kind, Type, type_at};
use super::value::Value;
use super::way::Step;
use alloc::boxed::Box;
use alloc::string::String;

/// Takes a dump piece by piece, and may want to know which field a piece belongs to.
pub(super) trait Sink {
    fn text(&mut self, text: &str);

    /// What follows belongs to `step`; `field` is the struct's field, for steps into one.
    fn enter(&mut self, step: Step<'_>, field: Option<&'static Field>) {
        let _ = (step, field);
    }

    /// The step is over.
    fn leave(&mut self) {}
}

impl Sink for Fnv1a {
    fn text(&mut self, text: &str) {
        self.write(text.as_bytes());
    }
}

impl Sink for String {
    fn text(&mut self, text: &str) {
        self.push_str(text);
    }
}

/// What a dump depends on besides the template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Setting {
    /// The version `1.minor` whose types the template was decoded into.
    pub(super) minor: u32,
    /// The object was encoded before, which keeps the texts of quantities that it has pointers to (QT-10).
    pub(super) encoded: bool,
    pub(super) zone: Zone,
}

/// Dumps a decoded template.
pub(super) fn dump<S: Sink>(template: &Value, setting: Setting, sink: &mut S) {
    let mut dumper = Dumper { setting, sink };
    dumper.typed(type_at(schema::ROOT), Some(template));
}

struct Dumper<'s, S> {
    setting: Setting,
    sink: &'s mut S,
}

impl<S: Sink> Dumper<'_, S> {
    /// A value with its type before it.
    fn typed(&mut self, of: &'static Type, value: Option<&Value>) {
        self.sink.text("(");
        self.sink.text(of.printed);
        self.sink.text(")");
        self.body(of, value, true);
    }

    /// A value without its type. `addressed`: it is not the element of a map, so that encoding its object keeps its text.
    fn body(&mut self, of: &'static Type, value: Option<&Value>, addressed: bool) {
        if let Some(leaf) = leaf(of) {
            return self.leaf(leaf, value, addressed);
        }
        let value = value.filter(|value| **value != Value::Null);
        match of.kind {
            Kind::Bool => {
                let set = value == Some(&Value::Bool(true));
                self.sink.text(if set { "true" } else { "false" });
            }
            Kind::Int32 | Kind::Int64 | Kind::Int | Kind::Uint | Kind::Uint8 | Kind::Uint64 => {
                self.int(value);
            }
            Kind::String => self.sink.text(value.and_then(Value::as_text).unwrap_or_default()),
            Kind::Struct(..) => self.fields(of, value.map_or(&[], Value::members)),
            Kind::Pointer(target) => match value {
                None => self.sink.text("<nil>"),
                value => self.body(type_at(target), value, addressed),
            },
            Kind::Slice(element) => match value {
                None => self.sink.text("<nil>"),
                Some(value) => self.elements(type_at(element), value.elements()),
            },
            Kind::Map(_, element) => match value {
                None => self.sink.text("<nil>"),
                Some(value) => self.entries(type_at(element), value.members()),
            },
            Kind::Opaque => self.sink.text("<nil>"),
        }
    }

    fn int(&mut self, value: Option<&Value>) {
        let int = match value {
            Some(Value::Int(int)) => *int,
            _ => 0,
        };
        write_int(int, &mut |text| self.sink.text(text));
    }

    fn fields(&mut self, of: &'static Type, members: &[(Box<str>, Value)]) {
        let mut separator = "{";
        for field in schema::fields(of, self.setting.minor) {
            self.sink.text(separator);
            separator = " ";
            self.sink.enter(Step::Field(field.json), Some(field));
            self.sink.text(field.go);
            self.sink.text(":");
            let field_type = type_at(field.of);
            if field.is_inline() {
                self.sink.text("(");
                self.sink.text(field_type.printed);
                self.sink.text(")");
                self.fields(field_type, members);
            } else {
                let value = members.iter().find(|(name, _)| **name == *field.json);
                self.typed(field_type, value.map(|(_, value)| value));
            }
            self.sink.leave();
        }
        self.sink.text("}");
    }

    fn elements(&mut self, of: &'static Type, elements: &[Value]) {
        self.sink.text("[");
        for (index, element) in elements.iter().enumerate() {
            if index > 0 {
                self.sink.text(" ");
            }
            self.sink.enter(Step::Index(index), None);
            self.body(of, Some(element), true);
            self.sink.leave();
        }
        self.sink.text("]");
    }

    fn entries(&mut self, of: &'static Type, members: &[(Box<str>, Value)]) {
        self.sink.text("map[");
        for (index, (key, value)) in members.iter().enumerate() {
            if index > 0 {
                self.sink.text(" ");
            }
            self.sink.enter(Step::Key(key), None);
            self.sink.text(key);
            self.sink.text(":");
            self.body(of, Some(value), false);
            self.sink.leave();
        }
        self.sink.text("]");
    }

    fn leaf(&mut self, leaf: Leaf, value: Option<&Value>, addressed: bool) {
        let mut write = |text: &str| self.sink.text(text);
        let text = value.and_then(Value::as_text);
        match leaf {
            Leaf::Quantity => dump_quantity(text, self.setting.encoded && addressed, &mut write),
            Leaf::Time => dump_time(
                text.filter(|text| *text != ZERO_TIME),
                self.setting.zone,
                &mut write,
            ),
            Leaf::IntOrString => {
                let int = match value {
                    Some(Value::Int(int)) => *int,
                    _ => 0,
                };
                write("{Type:(intstr.Type)");
                write(if text.is_some() { "1" } else { "0" });
                write(" IntVal:(int32)");
                write_int(int, &mut write);
                write(" StrVal:(string)");
                write(text.unwrap_or_default());
                write("}");
            }
            // Decoding refuses to look into it, so it is never set.
            Leaf::ManagedFields => write("{}"),
        }
    }
}

use crate::event::{Event, Events, write};
use crate::fault::write_fault;
use crate::request::{Bounds, Refusal, Request};
use crate::scalar::{self, Said};
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{DuplicateKeyPolicy, NonFiniteFloatPolicy, Options};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// The names by which the parser tells a value with its tag, and with its place.
const TAGGED: &str = "__yaml_tagged";
const SPANNED: &str = "__yaml_spanned";

/// Turns a text, which is one document, into events, to be read by [`crate::Events`]. What is wrong with the text is told
/// by the last of them; all before it are those that a reader would have seen before it failed.
pub fn events(text: &str, request: Request) -> Vec<u8> {
    let mut writer = Writer {
        text,
        out: Vec::with_capacity(text.len()),
        node: 0,
        refusal: request.refusal,
    };
    let options = options(request.bounds, text.len());
    let outcome = serde_saphyr::with_deserializer_from_str_with_options(text, options, |input| {
        Node(&mut writer).deserialize(input)
    });
    match outcome {
        Ok(()) => write(&mut writer.out, Event::End),
        Err(error) => write_fault(&mut writer.out, &error),
    }
    writer.out
}

fn options(bounds: Bounds, bytes: usize) -> Options {
    let Bounds {
        depth,
        aliases,
        expansion,
    } = bounds;
    let at_most = |bound| usize::try_from(bound).unwrap_or(usize::MAX);
    // What is spelled out in the text is bounded by the text itself, so only what aliases add is counted.
    let spelled_out = bytes.saturating_add(16);
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: at_most(depth),
            flow_nesting_limit: at_most(depth),
            max_aliases: at_most(aliases),
            max_anchors: at_most(aliases),
            max_recorded_anchor_events: at_most(expansion),
            max_events: spelled_out.saturating_mul(2).saturating_add(at_most(expansion)),
            max_nodes: spelled_out.saturating_add(at_most(expansion)),
            max_total_scalar_bytes: usize::MAX,
            max_merge_keys: at_most(expansion),
            max_documents: 2,
            enforce_alias_anchor_ratio: false,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: at_most(expansion),
            max_replay_stack_depth: at_most(depth),
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        legacy_octal_numbers: true,
        with_snippet: false,
        no_schema: true,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
    }
}

struct Writer<'t> {
    text: &'t str,
    out: Vec<u8>,
    /// How many nodes were begun.
    node: u32,
    refusal: Option<Refusal>,
}

/// A scalar that was written, and of which it is open what it is as a text.
#[derive(Clone, Copy)]
struct Open {
    /// Where its event begins.
    at: usize,
    /// It is a number, not a text.
    number: bool,
}

/// A node: a scalar, a list or a mapping.
struct Node<'w, 't>(&'w mut Writer<'t>);

impl<'de> DeserializeSeed<'de> for Node<'_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        let Node(writer) = self;
        let refused = writer.refusal.filter(|refusal| refusal.node == writer.node);
        writer.node = writer.node.saturating_add(1);
        if let Some(refusal) = refused {
            if refusal.as_text {
                input.deserialize_str(IgnoredAny)?;
            }
            return Err(D::Error::custom(""));
        }
        input.deserialize_newtype_struct(TAGGED, Tagged(writer))
    }
}

/// A value and its tag, which the parser makes a list of.
struct Tagged<'w, 't>(&'w mut Writer<'t>);

impl<'de> Visitor<'de> for Tagged<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value with a tag")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<(), A::Error> {
        let Tagged(writer) = self;
        if let Some(Some((open, place))) = pair.next_element_seed(Placed(&mut *writer))? {
            let tag: Option<String> = pair.next_element()?;
            writer.settle(open, place, tag.as_deref());
        }
        Ok(())
    }
}

impl Writer<'_> {
    fn write(&mut self, event: Event<'_>) -> Option<Open> {
        write(&mut self.out, event);
        None
    }

    fn write_number(&mut self, event: Event<'_>) -> Option<Open> {
        let at = self.out.len();
        write(&mut self.out, event);
        Some(Open { at, number: true })
    }

    fn write_text(&mut self, text: &str) -> Option<Open> {
        let at = self.out.len();
        write(&mut self.out, Event::Text(text));
        scalar::is_open(text).then_some(Open { at, number: false })
    }

    /// Says what an open scalar is as a text, now that it is known how it is spelled.
    fn settle(&mut self, open: Open, place: Range<usize>, tag: Option<&str>) {
        let Open { at, number } = open;
        let source = self.text.get(place.clone()).unwrap_or_default();
        if number && !scalar::number_is_text(source, tag) {
            return;
        }
        let written = self.out.split_off(at);
        if number {
            write(&mut self.out, Event::Spelled(source));
        } else if let Ok(Event::Text(text)) = Events::new(&written).read() {
            let before = self.text.get(..place.start).unwrap_or_default();
            match scalar::text_as_text(text, before, source, tag) {
                Said::Same => {}
                Said::Spelled => write(&mut self.out, Event::Spelled(source)),
                Said::Refused => return write(&mut self.out, Event::Unquoted(text)),
            }
        }
        self.out.extend(written);
    }
}

/// A value and its place, which the parser makes a structure of.
struct Placed<'w, 't>(&'w mut Writer<'t>);

impl<'de> DeserializeSeed<'de> for Placed<'_, '_> {
    type Value = Option<(Open, Range<usize>)>;
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_newtype_struct(SPANNED, self)
    }
}

impl<'de> Visitor<'de> for Placed<'_, '_> {
    type Value = Option<(Open, Range<usize>)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value with a place")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_struct("", &[], self)
    }

    /// The members are a mark, the value, where it is used, and where it is defined.
    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let Placed(writer) = self;
        pass_keys(&mut members, 2)?;
        let Some(open) = members.next_value_seed(Value(&mut *writer))? else {
            return Ok(None);
        };
        pass_keys(&mut members, 2)?;
        let (offset, length) = members.next_value_seed(Third(Third(PhantomData::<(usize, usize)>)))?;
        Ok(Some((open, offset..offset.saturating_add(length))))
    }
}

fn pass_keys<'de, A: MapAccess<'de>>(members: &mut A, count: usize) -> Result<(), A::Error> {
    for _ in 0..count {
        members.next_key::<IgnoredAny>()?;
    }
    Ok(())
}

/// The third member of a structure: of a place the part of the text, and of that its bytes.
struct Third<S>(S);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Third<S> {
    type Value = S::Value;
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<S::Value, D::Error> {
        input.deserialize_struct("", &[], self)
    }
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for Third<S> {
    type Value = S::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a structure of three members")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<S::Value, A::Error> {
        pass_keys(&mut members, 3)?;
        members.next_value_seed(self.0)
    }
}

/// A value, which is written as it is read.
struct Value<'w, 't>(&'w mut Writer<'t>);

impl<'de> DeserializeSeed<'de> for Value<'_, '_> {
    type Value = Option<Open>;
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_, '_> {
    type Value = Option<Open>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(self.0.write(Event::Bool(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(self.0.write_number(Event::Signed(value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(self.0.write_number(Event::Unsigned(value)))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(self.0.write_number(Event::Float(value)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(self.0.write_text(text))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(self.0.write(Event::Null))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let Value(writer) = self;
        writer.write(Event::List);
        while list.next_element_seed(Node(&mut *writer))?.is_some() {}
        Ok(writer.write(Event::Close))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut mapping: A) -> Result<Self::Value, A::Error> {
        let Value(writer) = self;
        writer.write(Event::Mapping);
        while mapping.next_key_seed(Node(&mut *writer))?.is_some() {
            mapping.next_value_seed(Node(&mut *writer))?;
        }
        Ok(writer.write(Event::Close))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds {
        depth: 64,
        aliases: 100,
        expansion: 1000,
    };

    fn request(refusal: Option<Refusal>) -> Request {
        Request {
            bounds: BOUNDS,
            refusal,
        }
    }

    fn told(text: &str, refusal: Option<Refusal>) -> Vec<String> {
        let bytes = events(text, request(refusal));
        let mut events = Events::new(&bytes);
        let mut told = Vec::new();
        loop {
            let event = events.read().expect("it was written here");
            told.push(format!("{event:?}"));
            if matches!(event, Event::End | Event::Fault { .. }) {
                return told;
            }
        }
    }

    #[test]
    fn aliases_and_merge_keys_are_replaced_by_what_they_stand_for() {
        let found = told("a: &x {k: 1}\nb: [*x]\nc: {<<: *x, l: ~}\n", None);
        let expected = [
            "Mapping",
            "Text(\"a\")",
            "Mapping",
            "Text(\"k\")",
            "Unsigned(1)",
            "Close",
            "Text(\"b\")",
            "List",
            "Mapping",
            "Text(\"k\")",
            "Unsigned(1)",
            "Close",
            "Close",
            "Text(\"c\")",
            "Mapping",
            "Text(\"l\")",
            "Null",
            "Text(\"k\")",
            "Unsigned(1)",
            "Close",
            "Close",
            "End",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_wrong_comes_last() {
        let found = told("a: 1\nb: [1\n", None);
        assert!(found.starts_with(
            &["Mapping", "Text(\"a\")", "Unsigned(1)", "Text(\"b\")", "List"].map(str::to_owned)
        ));
        assert!(
            found
                .last()
                .is_some_and(|last| last.starts_with("Fault { line: ")),
            "{found:?}"
        );
        let twice = told("a: 1\n---\nb: 2\n", None);
        assert!(twice[4].starts_with("Fault { line: 3, "), "{twice:?}");
    }

    #[test]
    fn what_was_refused_is_found_again() {
        let text = "a: 1\nb:\n  - x: &x [yes]\n  - *x\n";
        let place = |node, as_text| {
            let told = told(text, Some(Refusal { node, as_text }));
            told.last().cloned().unwrap_or_default()
        };
        assert_eq!(
            place(2, false),
            "Fault { line: 1, column: 4, fault: Syntax(\"\") }"
        );
        assert_eq!(place(2, true), "Fault { line: 1, column: 4, fault: Number }");
        assert_eq!(
            place(5, false),
            "Fault { line: 3, column: 5, fault: Syntax(\"\") }"
        );
        assert_eq!(place(8, true), "Fault { line: 3, column: 12, fault: Word }");
        // The alias is where it is used.
        assert_eq!(
            place(9, false),
            "Fault { line: 4, column: 5, fault: Syntax(\"\") }"
        );
        assert_eq!(place(99, false), "End");
    }

    /// What the parser says when it is asked for a text.
    fn asked(text: &str) -> Option<String> {
        let options = options(BOUNDS, text.len());
        serde_saphyr::with_deserializer_from_str_with_options(text, options, |input| {
            <Option<String> as serde::Deserialize>::deserialize(input)
        })
        .ok()
        .map(Option::unwrap_or_default)
    }

    /// What the events say of that.
    fn read(bytes: &[u8]) -> Option<String> {
        let mut events = Events::new(bytes);
        match events.read().expect("it was written here") {
            Event::Null => Some(String::new()),
            Event::Text(text) | Event::Spelled(text) => Some(text.to_owned()),
            _ => None,
        }
    }

    #[test]
    fn what_a_scalar_is_as_a_text_is_what_the_parser_says_when_it_is_asked_for_one() {
        let scalars = [
            "a",
            "''",
            "~",
            "null",
            "Null",
            "yes",
            "No",
            "on",
            "y",
            "n",
            "true",
            "False",
            "0",
            "1",
            "-1",
            "+1",
            "007",
            "010",
            "08",
            "-010",
            "0_10",
            "-0_10",
            "+0_1_0",
            "0__1",
            "0_",
            "1_000",
            "1__0",
            "_1",
            "0x1F",
            "0X1F",
            "0x_1f",
            "0x1_f",
            "0X1_F",
            "0X_1F",
            "0X1__F",
            "0xfg",
            "0XFG",
            "0x",
            "0X",
            "-0X1f",
            "0o17",
            "0O17",
            "0o_17",
            "0O18",
            "0b11",
            "0B11",
            "0b_1",
            "0B_1",
            "0B12",
            "0B1_",
            "18446744073709551615",
            "18446744073709551616",
            "-9223372036854775809",
            "0xffffffffffffffff",
            "0xffffffffffffffffffff",
            "-0xffffffffffffffffffff",
            "0x7fffffffffffffffffffffffffffffff",
            "0x80000000000000000000000000000000",
            "-0x80000000000000000000000000000000",
            "-0x80000000000000000000000000000001",
            "1.5",
            "1.",
            ".5",
            "-.5",
            "1e3",
            "1E3",
            "12e03",
            "1e999",
            "-1e999",
            "+1e999",
            "1234e567",
            "1_0e5",
            "1_0e999",
            ".inf",
            ".Inf",
            ".INF",
            "-.inf",
            "+.inf",
            "inf",
            "-inf",
            "infinity",
            ".nan",
            ".NaN",
            "+.nan",
            "-.nan",
            "nan",
            "1.2.3",
            "10.0.0.1",
            "2026-01-01",
            "2026-01-01T00:00:00Z",
            "1:30",
            "0x1.8p3",
            "é",
            "0é",
            "0X1é",
        ];
        let tags = [
            "",
            "! ",
            "!!str ",
            "!!int ",
            "!!float ",
            "!!bool ",
            "!!null ",
            "!!timestamp ",
            "!own ",
            "&a ",
        ];
        let mut compared = 0;
        for tag in tags {
            for scalar in scalars {
                let quoted = scalar.trim_matches('\'');
                for text in [
                    format!("{tag}{scalar}"),
                    format!("{tag}'{quoted}'"),
                    format!("{tag}\"{quoted}\""),
                    format!("{tag}|-\n  {quoted}\n"),
                    format!("{tag}>2- # of\n  {quoted}"),
                    format!("{tag}\n  {scalar}"),
                ] {
                    let bytes = events(&text, request(None));
                    assert_eq!(read(&bytes), asked(&text), "{text:?} {:?}", told(&text, None));
                    compared += 1;
                }
            }
        }
        assert!(compared > 4000, "{compared}");
        assert_eq!(told("!!binary MTIzNA==", None)[0], "Text(\"1234\")");
        // Escapes are no reason to take a text for a number, and neither is where it came from.
        assert_eq!(told("\"\\x30X1F\"", None)[0], "Text(\"0X1F\")");
        assert_eq!(told("\"\\x2einf\"", None)[0], "Text(\".inf\")");
        assert_eq!(
            told(
                "- &a '0X1F'\n- *a\n- &b 0X1F\n- *b\n- .inf\n- .Inf\n- 1e999\n",
                None
            )[1..],
            [
                "Text(\"0X1F\")",
                "Text(\"0X1F\")",
                "Unquoted(\"0X1F\")",
                "Unquoted(\"0X1F\")",
                "Unquoted(\".inf\")",
                "Unquoted(\".inf\")",
                "Spelled(\"1e999\")",
                "Text(\".inf\")",
                "Close",
                "End",
            ]
        );
    }

    #[test]
    fn what_holds_too_much_says_which_bound_it_breaks() {
        let nested = "[".repeat(70);
        let last = |text: &str| told(text, None).pop().unwrap_or_default();
        assert!(last(&nested).ends_with("fault: Depth }"), "{}", last(&nested));
        let aliases = format!("a: &a 1\nb: [{}]\n", "*a, ".repeat(200));
        assert!(last(&aliases).ends_with("fault: Aliases }"), "{}", last(&aliases));
        let expansion = format!("a: &a [{}]\nb: [{}]\n", "1, ".repeat(100), "*a, ".repeat(20));
        assert!(
            last(&expansion).ends_with("fault: Expansion }"),
            "{}",
            last(&expansion)
        );
    }
}

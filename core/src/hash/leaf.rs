//! The types that read and print themselves: the dump shows their inner state.

use super::Quantity;
use super::schema::{Kind, Type};
use super::time::parse_time;

/// What a value of a type is to a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leaf {
    /// `resource.Quantity`.
    Quantity,
    /// `intstr.IntOrString`.
    IntOrString,
    /// `metav1.Time`.
    Time,
    /// `metav1.FieldsV1` and, up to 1.15, `metav1.Fields`: never looked into.
    ManagedFields,
}

/// The leaf that a type is, if it is one.
pub(super) fn leaf(of: &Type) -> Option<Leaf> {
    if !matches!(of.kind, Kind::Struct(..)) {
        return None;
    }
    match of.printed {
        "resource.Quantity" => Some(Leaf::Quantity),
        "intstr.IntOrString" => Some(Leaf::IntOrString),
        "v1.Time" => Some(Leaf::Time),
        "v1.FieldsV1" | "v1.Fields" => Some(Leaf::ManagedFields),
        _ => None,
    }
}

/// The text of a quantity's state. `None` is the quantity that was never set; `encoded` is one whose object was encoded
/// before (QT-10).
pub(super) fn dump_quantity(text: Option<&str>, encoded: bool, write: &mut impl FnMut(&str)) {
    // What was decoded is readable.
    let mut quantity = text
        .and_then(|text| Quantity::parse(text).ok())
        .unwrap_or_default();
    if encoded {
        quantity.keep_text();
    }
    quantity.dump(write);
}

/// What a controller's process knows of its time zone: a time prints that too (SP-12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Zone {
    /// Nothing: neither `TZ` nor `/etc/localtime`.
    #[default]
    Unknown,
    /// `/etc/localtime` says UTC.
    LocaltimeUtc,
}

/// The text of a time's state; `None` is the zero one, which has no zone.
pub(super) fn dump_time(text: Option<&str>, zone: Zone, write: &mut impl FnMut(&str)) {
    const UNIX_TO_YEAR_1_S: i64 = 62_135_596_800;
    let seconds = text
        .and_then(parse_time)
        .map_or(0, |unix| unix + UNIX_TO_YEAR_1_S);
    write("{Time:(time.Time){wall:(uint64)0 ext:(int64)");
    super::quantity::write_int(seconds, write);
    write(" loc:(*time.Location)");
    write(match (seconds, zone) {
        (0, _) => "<nil>",
        (_, Zone::Unknown) => {
            "{name:(string)UTC zone:([]time.zone)<nil> tx:([]time.zoneTrans)<nil> extend:(string) \
             cacheStart:(int64)0 cacheEnd:(int64)0 cacheZone:(*time.zone)<nil>}"
        }
        (_, Zone::LocaltimeUtc) => {
            "{name:(string)Local zone:([]time.zone)[{name:(string)UTC offset:(int)0 isDST:(bool)false}] \
             tx:([]time.zoneTrans)[{when:(int64)-9223372036854775808 index:(uint8)0 isstd:(bool)false isutc:(bool)false}] \
             extend:(string)UTC0 cacheStart:(int64)-9223372036854775808 cacheEnd:(int64)9223372036854775807 \
             cacheZone:(*time.zone){name:(string)UTC offset:(int)0 isDST:(bool)false}}"
        }
    });
    write("}}");
}

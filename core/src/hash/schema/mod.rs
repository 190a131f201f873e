//! The Go types reachable from `v1.PodTemplateSpec`, for every minor version: one table whose fields say from which
//! version to which they exist (specification section 6).

mod table;

use table::{FIELDS, TYPES};

/// The oldest minor version whose types are known: 1.8.
pub const OLDEST_MINOR: u32 = 8;
/// The newest minor version whose types are known: 1.37.
pub const NEWEST_MINOR: u32 = 37;

/// One Go type, the same for all versions that have it but for its fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Type {
    /// The type's text as reflection prints it: `v1.PodSpec`, `*int64`, `[]v1.Container`.
    pub printed: &'static str,
    /// The package of a named type whose printed name does not tell it: core and meta are both `v1`.
    pub package: Package,
    /// What kind of type it is.
    pub kind: Kind,
}

/// Where a type is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Package {
    /// `k8s.io/api/core/v1`, printed as `v1`.
    Core,
    /// `k8s.io/apimachinery/pkg/apis/meta/v1`, printed as `v1`.
    Meta,
    /// Any other named type: its printed name has the package.
    Named,
    /// A type without a name: a basic one, a pointer, a slice, a map.
    Plain,
}

/// The kind of a Go type; numbers are places in the table of types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `bool`.
    Bool,
    /// `int32`.
    Int32,
    /// `int64`.
    Int64,
    /// `int`, 64 bits wide.
    Int,
    /// `uint`, 64 bits wide.
    Uint,
    /// `uint8`.
    Uint8,
    /// `uint64`.
    Uint64,
    /// `string`.
    String,
    /// A struct: the place of its first field and how many there are, over all versions.
    Struct(u16, u16),
    /// A pointer to a type.
    Pointer(u16),
    /// A slice of a type.
    Slice(u16),
    /// A map from a type to a type.
    Map(u16, u16),
    /// A type that is referred to and never looked into: `time.Location`.
    Opaque,
}

/// One field of a struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name in Go, which the dump prints.
    pub go: &'static str,
    /// Its name in JSON; empty where it has none (inlined, or not exported).
    pub json: &'static str,
    /// Place of its type.
    pub of: u16,
    /// Flags: [`Field::EMBEDDED`] and the others.
    pub flags: u8,
    /// The first minor version that has it.
    pub since: u8,
    /// The last minor version that has it.
    pub until: u8,
}

impl Field {
    /// Declared without a name of its own.
    pub const EMBEDDED: u8 = 1;
    /// Its members stand among those of the struct around it in JSON.
    pub const INLINE: u8 = 2;
    /// Left out of JSON when empty.
    pub const OMITEMPTY: u8 = 4;
    /// Exported.
    pub const EXPORTED: u8 = 8;

    /// Whether its members stand among those of the struct around it in JSON.
    pub const fn is_inline(&self) -> bool {
        self.flags & Self::INLINE != 0
    }

    /// Whether it is left out of JSON when empty.
    pub const fn omits_empty(&self) -> bool {
        self.flags & Self::OMITEMPTY != 0
    }

    /// Whether the version `1.minor` has it.
    pub const fn is_in(&self, minor: u32) -> bool {
        self.since as u32 <= minor && minor <= self.until as u32
    }
}

/// The place of `v1.PodTemplateSpec`.
pub const ROOT: u16 = 0;

/// The type at a place of the table.
///
/// # Panics
/// Where the table has no such place: places only come from the table itself.
pub fn type_at(place: u16) -> &'static Type {
    &TYPES[usize::from(place)]
}

/// The fields of a struct in the version `1.minor`, in their order; none for other types.
pub fn fields(of: &Type, minor: u32) -> impl Iterator<Item = &'static Field> + Clone {
    let (first, count) = match of.kind {
        Kind::Struct(first, count) => (usize::from(first), usize::from(count)),
        _ => (0, 0),
    };
    FIELDS[first..first + count]
        .iter()
        .filter(move |field| field.is_in(minor))
}

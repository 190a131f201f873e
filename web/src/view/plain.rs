use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::gc::Identity;
use kubeloupe_core::nodes::{Rate, ZoneKey};
use kubeloupe_core::object::{Duration, KindId, Name, Object, OwnerReference, Time};
use kubeloupe_core::sim::Rule;
use kubeloupe_formats::dump::Epoch;
use kubeloupe_formats::text::Lang;
use kubeloupe_formats::{wire, write_text};
use std::fmt::Write;

/// JSON on its way out, with what its words depend on.
///
/// Views are written by hand, member by member, because all that a derived serializer would add is size: the macros of
/// this module take a table of members, write it, and make the type in TypeScript of it.
pub(crate) struct Out<'c> {
    pub(crate) json: String,
    pub(crate) cluster: &'c Cluster,
    pub(crate) epoch: Epoch,
    pub(crate) lang: Lang,
    /// When what is written happened.
    pub(crate) at: Time,
}

/// What can be shown to JavaScript as plain data.
pub(crate) trait Plain {
    /// Its type in TypeScript.
    #[cfg(test)]
    fn ts() -> String;
    /// Writes its JSON.
    fn write(&self, out: &mut Out<'_>);
}

impl<'c> Out<'c> {
    /// Nothing yet, for what needs no more than words.
    pub(crate) fn of_cluster(cluster: &'c Cluster) -> Self {
        Out {
            json: String::new(),
            cluster,
            epoch: Epoch::DEFAULT,
            lang: Lang::En,
            at: Time::START,
        }
    }

    /// Begins a mapping or a list.
    pub(crate) fn open(&mut self, bracket: char) {
        self.json.push(bracket);
    }

    /// Ends the one or the other.
    pub(crate) fn close(&mut self, bracket: char) {
        self.json.push(bracket);
    }

    /// What stands between it and what was written before in the same mapping or list.
    pub(crate) fn next(&mut self) {
        if !self.json.ends_with(['{', '[']) {
            self.json.push(',');
        }
    }

    /// The name of the next member.
    pub(crate) fn member(&mut self, name: &str) {
        self.next();
        self.json.push('"');
        self.json.push_str(name);
        self.json.push_str("\":");
    }

    /// A text.
    pub(crate) fn text(&mut self, text: &str) {
        write_text(&mut self.json, text);
    }

    /// Anything that prints as JSON prints it.
    pub(crate) fn print(&mut self, printed: &dyn std::fmt::Display) {
        let _ = write!(self.json, "{printed}");
    }

    /// Anything that prints as what a text shall be.
    pub(crate) fn printed(&mut self, printed: &dyn std::fmt::Display) {
        self.text(&printed.to_string());
    }
}

/// What is written as it prints.
macro_rules! printing {
    ($($type:ty = $ts:literal by $method:ident),+ $(,)?) => {
        $(impl Plain for $type {
            #[cfg(test)]
            fn ts() -> String {
                $ts.to_owned()
            }
            fn write(&self, out: &mut Out<'_>) {
                out.$method(self);
            }
        })+
    };
}

printing! {
    u16 = "number" by print,
    u32 = "number" by print,
    u64 = "number" by print,
    i32 = "number" by print,
    i64 = "number" by print,
    usize = "number" by print,
    bool = "boolean" by print,
    str = "string" by text,
    String = "string" by text,
    Time = "string" by printed,
    Duration = "string" by printed,
}

impl Plain for f64 {
    #[cfg(test)]
    fn ts() -> String {
        "number".to_owned()
    }
    fn write(&self, out: &mut Out<'_>) {
        // What is no number in JSON: nothing in the views is infinite.
        out.print(if self.is_finite() { self } else { &0.0 });
    }
}

impl Plain for Rate {
    #[cfg(test)]
    fn ts() -> String {
        "number".to_owned()
    }
    fn write(&self, out: &mut Out<'_>) {
        // The shortest decimal of the 32-bit float.
        out.print(&self.get());
    }
}

/// What is written as a text that is made of it.
macro_rules! texts {
    ($($this:ident: $type:ty, $out:ident => $text:expr);+ $(;)?) => {
        $(impl Plain for $type {
            #[cfg(test)]
            fn ts() -> String {
                "string".to_owned()
            }
            fn write(&self, $out: &mut Out<'_>) {
                let $this = self;
                let text: &str = &$text;
                $out.text(text);
            }
        })+
    };
}

texts! {
    this: Name, out => out.cluster.names.text(*this);
    this: Rule, out => this.0;
    this: Identity, out => reference(out.cluster, this);
    this: KindId, out => kind_text(out.cluster, *this);
    this: ZoneKey, out => this.text(&out.cluster.names).replace('\0', "");
}

/// `Kind namespace/name`, as everywhere.
fn reference(cluster: &Cluster, identity: &Identity) -> String {
    let (kind, name) = (
        cluster.names.text(identity.kind),
        cluster.names.text(identity.name),
    );
    match identity.namespace {
        Name::EMPTY => format!("{kind} {name}"),
        namespace => format!("{kind} {}/{name}", cluster.names.text(namespace)),
    }
}

/// `pods`, `deployments.apps`: what discovery calls a kind.
fn kind_text(cluster: &Cluster, kind: KindId) -> String {
    let kind = cluster.kinds.get(kind);
    let resource = cluster.names.text(kind.resource);
    match kind.group {
        Name::EMPTY => resource.to_owned(),
        group => format!("{resource}.{}", cluster.names.text(group)),
    }
}

impl Plain for OwnerReference {
    #[cfg(test)]
    fn ts() -> String {
        "OwnerReference".to_owned()
    }
    fn write(&self, out: &mut Out<'_>) {
        out.print(&wire::owner_reference(&out.cluster.names, self));
    }
}

impl Plain for Object {
    #[cfg(test)]
    fn ts() -> String {
        "KubernetesObject".to_owned()
    }
    fn write(&self, out: &mut Out<'_>) {
        out.print(&wire::written_metadata(out.cluster, out.epoch, self));
    }
}

impl<T: Plain + ?Sized> Plain for &T {
    #[cfg(test)]
    fn ts() -> String {
        T::ts()
    }
    fn write(&self, out: &mut Out<'_>) {
        T::write(self, out);
    }
}

impl<T: Plain> Plain for Option<T> {
    #[cfg(test)]
    fn ts() -> String {
        format!("{} | null", T::ts())
    }
    fn write(&self, out: &mut Out<'_>) {
        match self {
            Some(value) => value.write(out),
            None => out.json.push_str("null"),
        }
    }
}

impl<T: Plain> Plain for [T] {
    #[cfg(test)]
    fn ts() -> String {
        match T::ts() {
            union if union.contains(' ') => format!("readonly ({union})[]"),
            one => format!("readonly {one}[]"),
        }
    }
    fn write(&self, out: &mut Out<'_>) {
        out.open('[');
        for value in self {
            out.next();
            value.write(out);
        }
        out.close(']');
    }
}

impl<T: Plain> Plain for Vec<T> {
    #[cfg(test)]
    fn ts() -> String {
        <[T]>::ts()
    }
    fn write(&self, out: &mut Out<'_>) {
        self.as_slice().write(out);
    }
}

/// A type that has a name in TypeScript.
#[cfg(test)]
pub(crate) struct Declaration {
    pub(crate) name: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) shape: Shape,
}

/// What such a type looks like.
#[cfg(test)]
pub(crate) enum Shape {
    /// One of these words.
    Words(Vec<&'static str>),
    /// An object with these members.
    Members(Vec<Member>),
    /// An object with a `type` that tells the other members.
    Union(Vec<(&'static str, &'static str, Vec<Member>)>),
}

/// One member of an object: its name, its type, its meaning.
#[cfg(test)]
pub(crate) struct Member {
    pub(crate) name: &'static str,
    pub(crate) ts: String,
    pub(crate) doc: &'static str,
}

/// What declares itself.
#[cfg(test)]
pub(crate) trait Declared: Plain {
    fn declaration() -> Declaration;
}

/// An enum of which nothing but a word is shown.
macro_rules! words {
    ($doc:literal $name:ident: $type:ty { $($pattern:pat => $word:literal),+ $(,)? }) => {
        impl Plain for $type {
            #[cfg(test)]
            fn ts() -> String {
                stringify!($name).to_owned()
            }
            fn write(&self, out: &mut Out<'_>) {
                out.text(match self {
                    $($pattern => $word),+
                });
            }
        }
        #[cfg(test)]
        impl $crate::view::plain::Declared for $type {
            fn declaration() -> $crate::view::plain::Declaration {
                $crate::view::plain::Declaration {
                    name: stringify!($name),
                    doc: $doc,
                    shape: $crate::view::plain::Shape::Words(vec![$($word),+]),
                }
            }
        }
    };
}

/// An object with members.
macro_rules! view {
    ($doc:literal $name:ident($this:ident: $type:ty, $out:ident) {
        $($fdoc:literal $key:ident: $field:ty = $value:expr),+ $(,)?
    }) => {
        impl Plain for $type {
            #[cfg(test)]
            fn ts() -> String {
                stringify!($name).to_owned()
            }
            fn write(&self, $out: &mut Out<'_>) {
                let $this = self;
                $out.open('{');
                $(
                    let value: $field = $value;
                    $out.member(stringify!($key));
                    value.write($out);
                )+
                $out.close('}');
            }
        }
        #[cfg(test)]
        impl $crate::view::plain::Declared for $type {
            fn declaration() -> $crate::view::plain::Declaration {
                $crate::view::plain::Declaration {
                    name: stringify!($name),
                    doc: $doc,
                    shape: $crate::view::plain::Shape::Members(vec![$($crate::view::plain::Member {
                        name: stringify!($key),
                        ts: <$field as Plain>::ts(),
                        doc: $fdoc,
                    }),+]),
                }
            }
        }
    };
}

/// An enum as objects with a `type`. Every variant and every field is named in the patterns, so that the compiler
/// refuses a table that leaves one out.
macro_rules! union {
    ($doc:literal $name:ident($this:ident: $type:ty, $out:ident) {
        $($rest:tt)+
    }) => {
        $crate::view::plain::union! { $doc $name($this: $type, $out) match $this, { $($rest)+ } }
    };
    ($doc:literal $name:ident($this:ident: $type:ty, $out:ident) match $scrutinee:expr, {
        $($vdoc:literal $pattern:pat => $word:literal { $($key:ident: $field:ty = $value:expr),* $(,)? }),+ $(,)?
    }) => {
        impl Plain for $type {
            #[cfg(test)]
            fn ts() -> String {
                stringify!($name).to_owned()
            }
            fn write(&self, $out: &mut Out<'_>) {
                let $this = self;
                $out.open('{');
                $out.member("type");
                match $scrutinee {
                    $($pattern => {
                        $out.text($word);
                        $(
                            let value: $field = $value;
                            $out.member(stringify!($key));
                            value.write($out);
                        )*
                    })+
                }
                $out.close('}');
            }
        }
        #[cfg(test)]
        impl $crate::view::plain::Declared for $type {
            fn declaration() -> $crate::view::plain::Declaration {
                $crate::view::plain::Declaration {
                    name: stringify!($name),
                    doc: $doc,
                    shape: $crate::view::plain::Shape::Union(vec![$(($word, $vdoc, vec![$($crate::view::plain::Member {
                        name: stringify!($key),
                        ts: <$field as Plain>::ts(),
                        doc: "",
                    }),*])),+]),
                }
            }
        }
    };
}

pub(crate) use {union, view, words};

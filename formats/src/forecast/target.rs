use super::kind_word::{kind_words, kinds_named};
use crate::error::nearest;
use crate::text::Lang;
use kubeloupe_core::object::{KindId, KnownFrom, Name, Object, ObjectKey};
use kubeloupe_core::sim::World;
use kubeloupe_core::sorted::{dedup, sort};

/// How many proposals an error makes.
const PROPOSALS: usize = 3;

/// Why a text names no object of the dump. The texts in it are as the user wrote them, or as objects are named in
/// [`Target`] form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TargetError {
    /// Not `KIND/NAME` or `KIND/NAMESPACE/NAME`.
    Malformed(String),
    /// No kind has this name.
    UnknownKind {
        /// The word.
        word: String,
        /// Words that were perhaps meant.
        near: Vec<String>,
    },
    /// The kind's objects have no namespace.
    NotNamespaced {
        /// The kind.
        kind: String,
        /// The namespace given.
        namespace: String,
    },
    /// The dump holds no such object.
    NotFound {
        /// What was asked for.
        text: String,
        /// Objects that were perhaps meant.
        near: Vec<String>,
    },
    /// Several objects have this name.
    Ambiguous {
        /// What was asked for.
        text: String,
        /// The objects.
        candidates: Vec<String>,
    },
}

/// A place as the user names it.
struct Target<'t> {
    kind: &'t str,
    namespace: Option<&'t str>,
    name: &'t str,
}

/// The object that `text` names: `KIND[.GROUP]/[NAMESPACE/]NAME`, or `KIND [NAMESPACE/]NAME` as results write it.
/// Without a namespace it is looked for in `namespace`, and in all of them when that is not given either.
pub(super) fn resolve(
    world: &World,
    short_names: &[(Name, KindId)],
    text: &str,
    namespace: Option<&str>,
) -> Result<ObjectKey, TargetError> {
    let target = Target::parse(text).ok_or_else(|| TargetError::Malformed(text.to_owned()))?;
    let cluster = world.cluster();
    let kinds = kinds_named(cluster, short_names, target.kind);
    if kinds.is_empty() {
        let near = near_words(target.kind, kind_words(cluster, short_names));
        return Err(TargetError::UnknownKind {
            word: target.kind.to_owned(),
            near,
        });
    }
    if let Some(namespace) = target.namespace
        && let Some(&id) = kinds.iter().find(|id| !cluster.kinds.get(**id).is_namespaced())
    {
        return Err(TargetError::NotNamespaced {
            kind: cluster.names.text(cluster.kinds.get(id).kind).to_owned(),
            namespace: namespace.to_owned(),
        });
    }
    let wanted = target.namespace.or(namespace);
    let mut found: Vec<&Object> = Vec::new();
    for &kind in &kinds {
        let namespaced = cluster.kinds.get(kind).is_namespaced();
        let of_kind = world.api().of_kind(kind).filter(|object| {
            let inside = wanted.is_none_or(|wanted| cluster.names.text(object.meta.namespace) == wanted);
            cluster.names.text(object.meta.name) == target.name && (inside || !namespaced)
        });
        found.extend(of_kind.map(|object| &**object));
        // As kubectl does, a kind that Kubernetes brings goes before a custom one of the same name.
        if !found.is_empty() && cluster.kinds.get(kind).known_from == KnownFrom::BuiltIn {
            break;
        }
    }
    match found.as_slice() {
        [one] => Ok(one.key()),
        [] => Err(TargetError::NotFound {
            text: text.to_owned(),
            near: near_objects(world, &kinds, target.name),
        }),
        several => Err(TargetError::Ambiguous {
            text: text.to_owned(),
            candidates: several.iter().map(|object| written(world, object)).collect(),
        }),
    }
}

impl<'t> Target<'t> {
    fn parse(text: &'t str) -> Option<Self> {
        let (kind, place) = text.split_once([' ', '/'])?;
        let (namespace, name) = match place.split_once('/') {
            Some((namespace, name)) => (Some(namespace), name),
            None => (None, place),
        };
        let complete = !kind.is_empty() && namespace != Some("") && !name.is_empty() && !name.contains('/');
        complete.then_some(Target {
            kind,
            namespace,
            name,
        })
    }
}

/// An object as it may be asked for.
fn written(world: &World, object: &Object) -> String {
    let cluster = world.cluster();
    let kind = cluster.kinds.get(object.kind);
    let text = |name| cluster.names.text(name);
    let mut written = text(kind.resource).to_owned();
    if kind.group != Name::EMPTY {
        written = format!("{written}.{}", text(kind.group));
    }
    if object.meta.namespace != Name::EMPTY {
        written = format!("{written}/{}", text(object.meta.namespace));
    }
    format!("{written}/{}", text(object.meta.name))
}

/// Objects of these kinds with a similar name; failing that, objects of other kinds with this very name; failing that,
/// any of these kinds.
fn near_objects(world: &World, kinds: &[KindId], name: &str) -> Vec<String> {
    let names = &world.cluster().names;
    let of_kinds = || kinds.iter().flat_map(|&kind| world.api().of_kind(kind));
    let named = |object: &Object, wanted: &str| names.text(object.meta.name) == wanted;
    let mut near: Vec<String> = Vec::new();
    for word in near_words(name, of_kinds().map(|object| names.text(object.meta.name))) {
        near.extend(
            of_kinds()
                .filter(|object| named(object, &word))
                .map(|object| written(world, object)),
        );
    }
    if near.is_empty() {
        near.extend(
            world
                .api()
                .objects()
                .filter(|object| named(object, name))
                .map(|object| written(world, object)),
        );
    }
    if near.is_empty() {
        near.extend(of_kinds().take(PROPOSALS).map(|object| written(world, object)));
    }
    near.truncate(PROPOSALS);
    near
}

fn near_words<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut left: Vec<&str> = known.collect();
    sort(&mut left);
    dedup(&mut left);
    let mut near = Vec::new();
    while let Some(best) = nearest(word, &left) {
        near.push(best.to_owned());
        left.retain(|one| *one != best);
        if near.len() == PROPOSALS {
            break;
        }
    }
    near
}

/// What to tell the user about it.
pub fn describe_target_error(error: &TargetError, lang: Lang) -> String {
    match lang {
        Lang::En => in_english(error),
        Lang::Zh => in_chinese(error),
    }
}

fn in_english(error: &TargetError) -> String {
    let or = |list: &[String]| list.join(" or ");
    match error {
        TargetError::Malformed(text) => {
            format!(
                "`{text}` names no object: write KIND/NAME or KIND/NAMESPACE/NAME, such as deploy/shop/web"
            )
        }
        TargetError::UnknownKind { word, near } if near.is_empty() => format!(
            "no kind is called `{word}`: neither Kubernetes nor a CustomResourceDefinition or object of the dump has it"
        ),
        TargetError::UnknownKind { word, near } => {
            format!("no kind is called `{word}`; did you mean {}?", or(near))
        }
        TargetError::NotNamespaced { kind, namespace } => {
            format!("a {kind} has no namespace: leave out `{namespace}/`")
        }
        TargetError::NotFound { text, near } if near.is_empty() => {
            format!("the dump holds no {text}, and nothing else of that kind")
        }
        TargetError::NotFound { text, near } => {
            format!("the dump holds no {text}; did you mean {}?", or(near))
        }
        TargetError::Ambiguous { text, candidates } => {
            format!(
                "{text} is the name of several objects: say which of {}",
                candidates.join(", ")
            )
        }
    }
}

fn in_chinese(error: &TargetError) -> String {
    let or = |list: &[String]| list.join(" 或 ");
    match error {
        TargetError::Malformed(text) => {
            format!(
                "`{text}` 不能表示一个对象：请写成 KIND/NAME 或 KIND/NAMESPACE/NAME，例如 deploy/shop/web"
            )
        }
        TargetError::UnknownKind { word, near } if near.is_empty() => {
            format!(
                "没有名为 `{word}` 的类型:Kubernetes 自身、转储中的 CustomResourceDefinition 和对象都没有它"
            )
        }
        TargetError::UnknownKind { word, near } => {
            format!("没有名为 `{word}` 的类型；您是指 {} 吗？", or(near))
        }
        TargetError::NotNamespaced { kind, namespace } => {
            format!("{kind} 不属于任何命名空间：请去掉 `{namespace}/`")
        }
        TargetError::NotFound { text, near } if near.is_empty() => {
            format!("转储中没有 {text}，也没有该类型的其他对象")
        }
        TargetError::NotFound { text, near } => {
            format!("转储中没有 {text}；您是指 {} 吗？", or(near))
        }
        TargetError::Ambiguous { text, candidates } => {
            format!(
                "有多个对象名为 {text}：请指明是 {} 中的哪一个",
                candidates.join("、")
            )
        }
    }
}

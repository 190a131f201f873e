use super::{Answer, Catalog, Mark, ThingId};
use crate::text::short_kind;

/// What the objects are filtered by: words of `kind:`, `ns:`, `fate:` and free text, all of which must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    kinds: Vec<String>,
    namespaces: Vec<String>,
    fates: Vec<String>,
    words: Vec<String>,
}

impl Filter {
    /// Reads a filter as it was typed. Words of one sort are alternatives of each other: `kind:pod kind:rs` shows both.
    pub fn parse(text: &str) -> Self {
        let mut filter = Filter::default();
        for word in text.to_lowercase().split_whitespace() {
            let (sort, value) = word.split_once(':').unwrap_or(("", word));
            let list = match sort {
                "kind" | "k" => &mut filter.kinds,
                "ns" | "namespace" | "n" => &mut filter.namespaces,
                "fate" | "f" => &mut filter.fates,
                _ => {
                    filter.words.push(word.to_owned());
                    continue;
                }
            };
            if !value.is_empty() {
                list.push(value.to_owned());
            }
        }
        filter
    }

    /// Whether everything passes.
    pub fn is_empty(&self) -> bool {
        self == &Filter::default()
    }

    /// Whether a thing passes. Fates are those of `answer`.
    pub fn accepts(&self, catalog: &Catalog, answer: Option<&Answer>, id: ThingId) -> bool {
        let kind = catalog.kind_of(id).to_lowercase();
        let namespace = catalog.namespace_of(id);
        let any = |list: &[String], test: &dyn Fn(&str) -> bool| {
            list.is_empty() || list.iter().any(|one| test(one))
        };
        any(&self.kinds, &|wanted| {
            kind.starts_with(wanted) || short_kind(&kind) == wanted || plural_of(wanted, &kind)
        }) && any(&self.namespaces, &|wanted| {
            namespace.starts_with(wanted) || (wanted == "-" && namespace.is_empty())
        }) && any(&self.fates, &|wanted| {
            answer
                .map_or(Mark::Untouched, |answer| answer.mark(id))
                .word()
                .starts_with(wanted)
        }) && self.words.iter().all(|word| {
            let named =
                |(of, name): (&str, &str)| namespace.ends_with(of) && catalog.name_of(id).starts_with(name);
            catalog.name_of(id).contains(word.as_str())
                // As objects are shown: `shop/web`.
                || word.split_once('/').is_some_and(named)
                || namespace.contains(word.as_str())
                || kind.contains(word.as_str())
                || catalog
                    .text(catalog.get(id).identity.uid)
                    .starts_with(word.as_str())
        })
    }
}

fn plural_of(wanted: &str, kind: &str) -> bool {
    wanted.strip_suffix('s') == Some(kind)
}

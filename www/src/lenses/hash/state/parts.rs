use kubeloupe_core::Set;
use kubeloupe_core::hash::analyse::{Difference, Explained, Origin, Part};

/// What the list of fields shows of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Its place among the parts.
    pub part: usize,
    /// The way to it in JSON; where it has none of its own, the way in Go.
    pub field: String,
    /// What is dumped of it, without its name and its type.
    pub value: String,
    /// Where its value comes from.
    pub origin: Origin,
    /// The other side of the comparison dumps something else.
    pub changed: bool,
}

/// More fields than these are not listed; the text has them all.
const MOST_LISTED: usize = 600;

/// The fields that hold a value: those that say something, or with `all` the zero ones too. Beside them, how many more
/// there are than are listed.
pub fn shown(explained: &Explained, changed: &Set<usize>, all: bool) -> (Vec<Shown>, usize) {
    let wanted = explained.parts.iter().enumerate().filter(|(place, part)| {
        (part.is_leaf || changed.contains(place))
            && (all || part.origin != Origin::Zero || changed.contains(place))
    });
    let mut rows = Vec::new();
    let mut more = 0;
    for (place, part) in wanted {
        if rows.len() == MOST_LISTED {
            more += 1;
            continue;
        }
        rows.push(Shown {
            part: place,
            field: name_of_way(&part.field, &part.go).to_owned(),
            value: value(explained, part).to_owned(),
            origin: part.origin,
            changed: changed.contains(&place),
        });
    }
    (rows, more)
}

/// The way in JSON; where there is none, the way in Go.
pub fn name_of_way<'w>(field: &'w str, go: &'w str) -> &'w str {
    if field.is_empty() { go } else { field }
}

/// The parts of a dump that differences are about.
pub fn changed_parts(explained: &Explained, differences: &[Difference]) -> Set<usize> {
    let ways: Set<&str> = differences.iter().map(|one| one.go.as_str()).collect();
    let parts = explained.parts.iter().enumerate();
    parts
        .filter(|(_, part)| ways.contains(part.go.as_str()))
        .map(|(place, _)| place)
        .collect()
}

/// What is dumped of a part, without its name and its type.
pub fn value<'e>(explained: &'e Explained, part: &Part) -> &'e str {
    let text = &explained.text[part.start..part.end];
    let after_name = if part.go.ends_with(']') && !text.starts_with('(') {
        // An element has no name, an entry of a mapping its key.
        let key = part
            .go
            .rsplit_once('[')
            .map_or("", |(_, key)| key.trim_end_matches(']'));
        text.strip_prefix(key)
            .and_then(|rest| rest.strip_prefix(':'))
            .unwrap_or(text)
    } else {
        text.split_once(':').map_or(text, |(_, rest)| rest)
    };
    match after_name.strip_prefix('(') {
        Some(rest) => rest.split_once(')').map_or(after_name, |(_, value)| value),
        None => after_name,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Subject;
    use super::super::entry::sample_entries;
    use super::*;

    #[test]
    fn fields_are_listed_by_what_they_say() {
        let entries = sample_entries();
        let web = entries.iter().find(|entry| entry.object.name == "web").unwrap();
        let subject = Subject::new(web, 37, None).unwrap();
        let (rows, more) = shown(&subject.explained, &Set::default(), false);
        assert_eq!(more, 0);
        let of = |field: &str| {
            rows.iter()
                .find(|row| row.field == field)
                .map(|row| (row.value.as_str(), row.origin))
        };
        assert_eq!(of("metadata.labels[app]"), Some(("web", Origin::Given)));
        assert_eq!(of("spec.containers[0].name"), Some(("web", Origin::Given)));
        assert_eq!(of("spec.restartPolicy"), Some(("Always", Origin::Default)));
        assert_eq!(
            of("spec.terminationGracePeriodSeconds"),
            Some(("30", Origin::Default))
        );
        assert_eq!(of("spec.nodeName"), None);
        let (all, _) = shown(&subject.explained, &Set::default(), true);
        assert!(all.len() > 2 * rows.len());
    }

    #[test]
    fn names_and_types_are_taken_off() {
        let entries = sample_entries();
        for entry in &entries {
            let subject = Subject::new(entry, 37, None).unwrap();
            let (rows, _) = shown(&subject.explained, &Set::default(), true);
            for row in rows {
                let part = &subject.explained.parts[row.part];
                assert!(
                    subject.explained.text[part.start..part.end].ends_with(&row.value),
                    "{row:?}"
                );
            }
        }
    }
}

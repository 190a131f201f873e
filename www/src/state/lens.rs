use super::Lens::{Deletion, Expectations, Hash, Nodes};

/// A way of looking at a cluster. Each has a place of its own in the page's address, so that it can be linked to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lens {
    /// Owners and dependents: what goes with a deletion.
    #[default]
    Deletion,
    /// Nodes and zones: what an outage does.
    Nodes,
    /// ReplicaSets that wait for their own writes.
    Expectations,
    /// The hash of a pod template.
    Hash,
}

impl Lens {
    /// All of them, in the order of the page.
    pub const ALL: [Lens; 4] = [Deletion, Nodes, Expectations, Hash];

    /// What the page's address calls it.
    pub fn slug(self) -> &'static str {
        match self {
            Deletion => "deletion",
            Nodes => "nodes",
            Expectations => "expectations",
            Hash => "hash",
        }
    }

    /// The lens that a page's address names, as in `#/nodes`.
    pub fn from_fragment(fragment: &str) -> Option<Self> {
        Self::of_slug(fragment.strip_prefix("#/")?)
    }

    /// The lens with this slug.
    pub fn of_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lens| lens.slug() == slug)
    }

    /// The lens that follows in the page, or the one before it.
    #[must_use]
    pub fn beside(self, forwards: bool) -> Self {
        let count = Self::ALL.len();
        let step = if forwards { 1 } else { count - 1 };
        Self::ALL[(self as usize + step) % count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_its_lens() {
        for lens in Lens::ALL {
            assert_eq!(Lens::from_fragment(&format!("#/{}", lens.slug())), Some(lens));
            assert_eq!(lens.beside(true).beside(false), lens);
        }
        assert_eq!(Lens::from_fragment("#/elsewhere"), None);
        assert_eq!(Lens::from_fragment("#picture"), None);
        assert_eq!(Lens::from_fragment(""), None);
    }
}

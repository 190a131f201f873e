use super::{Catalog, Forest};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{Name, Object};
use kubeloupe_formats::dump::{Epoch, Note};
use std::sync::Arc;

/// Something that was opened: its objects, arranged for looking at.
#[derive(Clone, Debug)]
pub struct Source {
    /// What it is called: a file's name, a sample's.
    pub name: String,
    /// Its objects and their neighbours.
    pub catalog: Catalog,
    /// Its objects as trees.
    pub forest: Forest,
    /// What was assumed, made up or left out while it was read.
    pub notes: Vec<Note>,
    /// Strings and kinds, and the version that is simulated.
    pub cluster: Cluster,
    /// Which moment is time 0.
    pub epoch: Epoch,
    /// Nodes whose kubelets had stopped renewing their leases.
    pub silent_nodes: Vec<Name>,
}

/// A cluster that comes with the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// What it is called in addresses and attributes.
    pub slug: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// `kubectl get -o json` of it.
    pub json: &'static str,
    /// The kind, namespace and name of the object that is asked about at once.
    pub ask: (&'static str, &'static str, &'static str),
}

impl Sample {
    /// A healthy cluster with a few odd references in it.
    pub const SHOP: Sample = Sample {
        slug: "shop",
        name: "shop-cluster",
        json: include_str!("../../samples/shop.json"),
        ask: ("Deployment", "shop", "web"),
    };
    /// The same cluster later, full of objects that will not go.
    pub const STUCK: Sample = Sample {
        slug: "stuck",
        name: "stuck-cluster",
        json: include_str!("../../samples/stuck.json"),
        ask: ("Database", "data", "orders"),
    };
    /// All of them.
    pub const ALL: [Sample; 2] = [Sample::SHOP, Sample::STUCK];

    /// The sample with this slug.
    pub fn of_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sample| sample.slug == slug)
    }
}

impl Source {
    /// Arranges the objects of something that was read.
    pub fn new(name: String, objects: &[Arc<Object>], cluster: &Cluster, notes: Vec<Note>) -> Self {
        let catalog = Catalog::new(objects, cluster.names.clone(), cluster.kinds.clone());
        Source::of_catalog(name, catalog, cluster, notes)
    }

    /// The same once its things are numbered.
    pub fn of_catalog(name: String, catalog: Catalog, cluster: &Cluster, notes: Vec<Note>) -> Self {
        let forest = Forest::new(&catalog);
        Source {
            name,
            catalog,
            forest,
            notes,
            cluster: cluster.clone(),
            epoch: Epoch::default(),
            silent_nodes: Vec::new(),
        }
    }
}

impl PartialEq for Source {
    /// A source is opened once and never changes.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

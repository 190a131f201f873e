use super::{
    Arrangement, Arranging, Common, Group, Label, Making, Node, Picture, Scene, Subject, label, settle,
};
use crate::state::{Source, ThingId};
use crate::text::Words;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is to be seen.
#[derive(Clone, PartialEq)]
pub struct Wish {
    /// Of what.
    pub source: Rc<Source>,
    /// Which of the sources that were opened that is, in whatever state.
    pub lineage: u64,
    /// Which part of it.
    pub subject: Subject,
    /// The groups that are open; `None` for as many as are easy to look at.
    pub opened: Option<Rc<BTreeSet<Group>>>,
    /// Groups are opened as far as the picture has room.
    pub open_all: bool,
    /// This thing is to be seen, whatever is closed around it.
    pub reveal: Option<ThingId>,
    /// What was acted on: it keeps its place.
    pub anchor: Option<Node>,
    /// More boxes than this are laid out as tidy trees.
    pub layered_most: usize,
}

/// A scene with what the next one of the same subject goes by.
#[derive(Debug)]
pub struct Prepared {
    /// What it is of.
    pub source: Rc<Source>,
    /// Which of the sources that were opened that is.
    pub lineage: u64,
    /// Which part of it.
    pub subject: Subject,
    /// Something in the scene before it was acted on and has kept its place: what is seen stays.
    pub continues: bool,
    /// The scene.
    pub scene: Rc<Scene>,
    /// In which row of its group each part of the picture stands.
    pub rows: BTreeMap<Node, u32>,
}

/// The making of a scene, in stages none of which holds the page up.
pub struct Preparing {
    wish: Wish,
    words: &'static Words,
    before: Option<Rc<Prepared>>,
    stage: Stage,
}

enum Stage {
    Begun,
    Pictured(Rc<Picture>),
    Arranging(Rc<Picture>, Vec<Label>, Box<Arranging>),
    Arranged(Rc<Picture>, Vec<Label>, Arrangement),
    Done,
}

impl Preparing {
    /// Begins; `before` is the scene of the same subject that is shown, if there is one.
    pub fn new(wish: Wish, words: &'static Words, before: Option<Rc<Prepared>>) -> Self {
        Preparing {
            wish,
            words,
            before,
            stage: Stage::Begun,
        }
    }

    /// How many boxes are placed, of how many; none while that is not known.
    pub fn progress(&self) -> Option<(usize, usize)> {
        match &self.stage {
            Stage::Arranging(_, _, arranging) => Some(arranging.progress()),
            _ => None,
        }
    }

    /// Goes on a little. Returns the scene when it is there, once.
    pub fn advance(&mut self) -> Option<Prepared> {
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Begun => {
                let wish = &self.wish;
                let mut making = Making::new(&wish.source, &wish.subject, wish.opened.as_deref());
                if wish.open_all {
                    making.open_all();
                }
                if let Some(thing) = wish.reveal {
                    making.reveal(thing);
                }
                self.stage = Stage::Pictured(Rc::new(making.finish()));
                None
            }
            Stage::Pictured(picture) => {
                let labels: Vec<Label> = (0..picture.nodes.len())
                    .map(|at| label(self.words, &self.wish.source, &picture, at))
                    .collect();
                let sizes = labels.iter().map(Label::size).collect();
                let known = self
                    .before
                    .as_ref()
                    .map(|before| before.rows_in(&self.wish.source));
                let arranging = Arranging::new(
                    picture.clone(),
                    sizes,
                    known.unwrap_or_default(),
                    self.wish.layered_most,
                );
                self.stage = Stage::Arranging(picture, labels, Box::new(arranging));
                None
            }
            Stage::Arranging(picture, labels, mut arranging) => {
                self.stage = if arranging.advance() {
                    Stage::Arranged(picture, labels, arranging.finish())
                } else {
                    Stage::Arranging(picture, labels, arranging)
                };
                None
            }
            Stage::Arranged(picture, labels, mut arrangement) => {
                if let Some(before) = &self.before {
                    let nodes = before.nodes_in(&self.wish.source);
                    settle(
                        (&nodes, &before.scene.rects),
                        self.wish.anchor,
                        &picture,
                        &mut arrangement,
                    );
                }
                let rows = std::mem::take(&mut arrangement.rows);
                Some(Prepared {
                    source: self.wish.source.clone(),
                    lineage: self.wish.lineage,
                    subject: self.wish.subject.clone(),
                    continues: self.before.is_some() && self.wish.anchor.is_some(),
                    scene: Rc::new(Scene::new(picture, arrangement, labels)),
                    rows,
                })
            }
            Stage::Done => None,
        }
    }
}

impl Wish {
    /// Whether a scene is of the same, maybe in an earlier state: then what is in both keeps its place.
    pub fn goes_on_from(&self, before: &Prepared) -> bool {
        let same_state = self.source == before.source;
        self.lineage == before.lineage
            && match (&self.subject, &before.subject) {
                (Subject::Around { .. }, Subject::Around { .. }) if !same_state => true,
                (one, other) => one == other,
            }
    }
}

impl Prepared {
    /// The nodes by the numbers that things have in another state of the same source; those that are not in it are left
    /// out of whatever goes by them, since nothing has their number.
    fn nodes_in(&self, source: &Rc<Source>) -> Vec<Node> {
        self.scene
            .picture
            .nodes
            .iter()
            .map(|&node| self.carried(node, source))
            .collect()
    }

    fn rows_in(&self, source: &Rc<Source>) -> BTreeMap<Node, u32> {
        self.rows
            .iter()
            .map(|(&node, &row)| (self.carried(node, source), row))
            .collect()
    }

    fn carried(&self, node: Node, source: &Rc<Source>) -> Node {
        carried(node, &self.source, source)
    }
}

/// What a node is called in another state of a source.
pub fn carried(node: Node, from: &Rc<Source>, to: &Rc<Source>) -> Node {
    if Rc::ptr_eq(from, to) {
        return node;
    }
    let thing = |thing: ThingId| to.catalog.carried(&from.catalog, thing).unwrap_or(GONE);
    match node {
        Node::Thing(id) => Node::Thing(thing(id)),
        Node::Group(Group {
            of: Common::Dependents { owner, kind },
            part,
        }) => Node::Group(Group {
            of: Common::Dependents {
                owner: thing(owner),
                kind,
            },
            part,
        }),
        Node::Group(_) => node,
    }
}

/// The number of a thing that is not there any more.
const GONE: ThingId = ThingId(u32::MAX);

impl PartialEq for Prepared {
    /// It is made once and never changes.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.scene, &other.scene)
    }
}

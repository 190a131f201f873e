use super::pack::{good_width, in_grid, in_rows};
use super::{Common, Layered, Layout, Node, Picture, Point, Rect, Size, Tidy, route};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Above what an open group holds: its name, and what closes it.
pub const HEAD: f64 = 34.0;
/// Between the border of an open group and what it holds.
const PAD: f64 = 14.0;
/// Between what stands side by side in a group.
const GAP: f64 = 30.0;
/// Between boxes in a grid.
const GRID_GAP: f64 = 10.0;
/// The least width of an open group.
const NARROWEST: f64 = 190.0;

/// Pictures with more boxes are laid out as tidy trees, since layering takes time that grows faster than they do.
pub const LAYERED_MOST: usize = 160;

/// Where everything in a picture stands.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Arrangement {
    /// One per node.
    pub rects: Vec<Rect>,
    /// One per edge: the points that it passes, from the owner to the dependent; none where it is not drawn.
    pub lines: Vec<Vec<Point>>,
    /// In which row of its group the part of the picture stands that begins with a node.
    pub rows: BTreeMap<Node, u32>,
}

/// Arranges a picture piece by piece: what is in the innermost groups first, then those groups among their neighbours.
pub struct Arranging {
    picture: Rc<Picture>,
    sizes: Vec<Size>,
    known: BTreeMap<Node, u32>,
    layered: bool,
    /// The boxes in each group, and those in none at the end.
    levels: Vec<Level>,
    /// The groups in which something stands, the outermost first.
    waiting: Vec<usize>,
    work: Option<LevelWork>,
    /// Where each box is within its group.
    places: Vec<Point>,
    /// The points that a layout found for edges, and where the owner was then.
    bends: BTreeMap<(usize, usize), (Point, Vec<Point>)>,
    rows: BTreeMap<Node, u32>,
    done: usize,
}

#[derive(Clone, Default)]
struct Level {
    items: Vec<usize>,
    edges: Vec<(usize, usize)>,
}

/// Boxes that are placed together, before it is known where they are as a whole.
struct Block {
    items: Vec<usize>,
    points: Vec<Point>,
    size: Size,
}

/// Items that belong together, and the references between them, owner first.
type Pending = (Vec<usize>, Vec<(usize, usize)>);

struct LevelWork {
    level: usize,
    /// Still to be placed, the last first.
    pieces: Vec<Pending>,
    blocks: Vec<Block>,
}

impl Arranging {
    /// Begins. What was in a row of its group before stays in it.
    pub fn new(
        picture: Rc<Picture>,
        sizes: Vec<Size>,
        known: BTreeMap<Node, u32>,
        layered_most: usize,
    ) -> Self {
        let count = picture.nodes.len();
        let mut levels = vec![Level::default(); count + 1];
        let mut depths = vec![0_u16; count];
        for at in 0..count {
            levels[picture.inside[at].unwrap_or(count)].items.push(at);
            // A group is always numbered before what stands in it.
            depths[at] = picture.inside[at].map_or(0, |outer| depths[outer] + 1);
        }
        let tree = (0..count).filter_map(|at| Some((picture.parents[at]?, at)));
        let drawn = picture.edges.iter().filter(|edge| !edge.covered);
        let all = tree.chain(drawn.map(|edge| (edge.owner, edge.dependent)));
        for (mut owner, mut dependent) in all {
            while owner != dependent && picture.inside[owner] != picture.inside[dependent] {
                let (up_owner, up_dependent) = (depths[owner], depths[dependent]);
                if up_owner >= up_dependent {
                    owner = picture.inside[owner].unwrap_or(owner);
                }
                if up_dependent >= up_owner {
                    dependent = picture.inside[dependent].unwrap_or(dependent);
                }
            }
            if owner != dependent {
                levels[picture.inside[owner].unwrap_or(count)]
                    .edges
                    .push((owner, dependent));
            }
        }
        let waiting = std::iter::once(count)
            .chain((0..count).filter(|&at| picture.open[at]))
            .collect();
        Arranging {
            layered: count <= layered_most,
            places: vec![Point::default(); count],
            picture,
            sizes,
            known,
            levels,
            waiting,
            work: None,
            bends: BTreeMap::new(),
            rows: BTreeMap::new(),
            done: 0,
        }
    }

    /// How many boxes are placed, of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.picture.nodes.len())
    }

    /// Places a little more. Returns whether everything is placed.
    pub fn advance(&mut self) -> bool {
        let Some(work) = &mut self.work else {
            let Some(level) = self.waiting.pop() else {
                return true;
            };
            self.work = Some(self.begin(level));
            return false;
        };
        if let Some((items, edges)) = work.pieces.pop() {
            let block = if edges.is_empty() {
                self.grid(items)
            } else {
                self.connected(items, &edges)
            };
            self.done += block.items.len();
            if let Some(work) = &mut self.work {
                work.blocks.push(block);
            }
            return false;
        }
        if let Some(work) = self.work.take() {
            self.pack(work);
        }
        false
    }

    /// Divides what stands in a group into what is connected, and all that stands for itself.
    fn begin(&mut self, level: usize) -> LevelWork {
        let Level { items, mut edges } = std::mem::take(&mut self.levels[level]);
        let mut seen = std::collections::BTreeSet::new();
        edges.retain(|edge| seen.insert(*edge));
        // Groups around things are not put in layers: a reference from one into another says nothing about the whole.
        let is_heading = |&item: &usize| matches!(self.picture.nodes[item], Node::Group(group) if matches!(group.of, Common::Namespace(_) | Common::Kind(_)));
        if items.iter().all(is_heading) && items.iter().any(|&item| self.picture.open[item]) {
            edges.clear();
        }
        let mut local: BTreeMap<usize, usize> = BTreeMap::new();
        for (at, &item) in items.iter().enumerate() {
            local.insert(item, at);
        }
        let mut leaders: Vec<usize> = (0..items.len()).collect();
        for (owner, dependent) in &edges {
            let (one, other) = (
                leader(&mut leaders, local[owner]),
                leader(&mut leaders, local[dependent]),
            );
            leaders[one.max(other)] = one.min(other);
        }
        let mut pieces: BTreeMap<usize, Pending> = BTreeMap::new();
        for (at, &item) in items.iter().enumerate() {
            let place = leader(&mut leaders, at);
            pieces.entry(place).or_default().0.push(item);
        }
        for edge in edges {
            let place = leader(&mut leaders, local[&edge.0]);
            pieces.entry(place).or_default().1.push(edge);
        }
        // Boxes that stand for themselves make one grid; an open group is a piece of its own.
        let mut single = Vec::new();
        let mut found = Vec::new();
        for (items, edges) in pieces.into_values() {
            if items.len() == 1 && !self.picture.open[items[0]] {
                single.extend(items);
            } else {
                found.push((items, edges));
            }
        }
        if !single.is_empty() {
            found.push((single, Vec::new()));
        }
        found.reverse();
        LevelWork {
            level,
            pieces: found,
            blocks: Vec::new(),
        }
    }

    fn grid(&mut self, items: Vec<usize>) -> Block {
        // In a grid all boxes are as wide as its columns.
        let widest = items
            .iter()
            .map(|&item| self.sizes[item].width)
            .fold(0.0, f64::max);
        for &item in items.iter().filter(|&&item| !self.picture.open[item]) {
            self.sizes[item].width = widest;
        }
        let sizes: Vec<Size> = items.iter().map(|&item| self.sizes[item]).collect();
        let (points, size) = in_grid(&sizes, GRID_GAP);
        Block { items, points, size }
    }

    fn connected(&mut self, items: Vec<usize>, edges: &[(usize, usize)]) -> Block {
        let local: BTreeMap<usize, usize> = items.iter().enumerate().map(|(at, &item)| (item, at)).collect();
        let sizes: Vec<Size> = items.iter().map(|&item| self.sizes[item]).collect();
        let within: Vec<(usize, usize)> = edges
            .iter()
            .map(|(owner, dependent)| (local[owner], local[dependent]))
            .collect();
        let layout: &dyn Layout = if self.layered { &Layered } else { &Tidy };
        let mut placed = layout.place(&sizes, &within);
        let bounds = placed.bounds();
        placed.shift(Point {
            x: -bounds.x,
            y: -bounds.y,
        });
        if self.layered {
            for ((ends, &(owner, _)), points) in edges.iter().zip(&within).zip(placed.edges) {
                let Rect { x, y, .. } = placed.nodes[owner];
                self.bends.insert(*ends, (Point { x, y }, points));
            }
        }
        Block {
            points: placed
                .nodes
                .iter()
                .map(|rect| Point { x: rect.x, y: rect.y })
                .collect(),
            size: Size {
                width: bounds.width,
                height: bounds.height,
            },
            items,
        }
    }

    /// Places the pieces of a group side by side, and the boxes with them.
    fn pack(&mut self, LevelWork { level, blocks, .. }: LevelWork) {
        let nodes = &self.picture.nodes;
        let sizes: Vec<Size> = blocks.iter().map(|block| block.size).collect();
        let known: Vec<Option<u32>> = blocks
            .iter()
            .map(|block| {
                block
                    .items
                    .iter()
                    .find_map(|&item| self.known.get(&nodes[item]).copied())
            })
            .collect();
        let width = good_width(sizes.iter().copied(), GAP);
        let (points, rows, whole) = in_rows(&sizes, &known, width, GAP);
        let is_group = level < nodes.len();
        let (left, top) = if is_group { (PAD, HEAD) } else { (0.0, 0.0) };
        for ((block, point), row) in blocks.into_iter().zip(points).zip(rows) {
            let by = Point {
                x: point.x + left,
                y: point.y + top,
            };
            for (&item, at) in block.items.iter().zip(&block.points) {
                self.rows.insert(nodes[item], row);
                self.places[item] = Point {
                    x: at.x + by.x,
                    y: at.y + by.y,
                };
            }
        }
        if is_group {
            self.sizes[level] = Size {
                width: (whole.width + 2.0 * PAD).max(NARROWEST),
                height: whole.height + HEAD + PAD,
            };
        }
    }

    /// Where everything is, once it is placed.
    pub fn finish(self) -> Arrangement {
        let picture = &self.picture;
        let mut rects: Vec<Rect> = Vec::with_capacity(self.places.len());
        for (at, (place, size)) in self.places.iter().zip(&self.sizes).enumerate() {
            let outer = picture.inside[at].map_or(Point::default(), |outer| Point {
                x: rects[outer].x,
                y: rects[outer].y,
            });
            rects.push(Rect {
                x: place.x + outer.x,
                y: place.y + outer.y,
                width: size.width,
                height: size.height,
            });
        }
        let drawn: Vec<usize> = (0..picture.edges.len())
            .filter(|&number| !picture.edges[number].covered)
            .collect();
        let ends: Vec<(usize, usize)> = drawn
            .iter()
            .map(|&number| (picture.edges[number].owner, picture.edges[number].dependent))
            .collect();
        let mut bends = self.bends;
        let found = ends
            .iter()
            .map(|ends| {
                let Some((was, mut points)) = bends.remove(ends) else {
                    return direct(&rects[ends.0], &rects[ends.1]);
                };
                // The piece was moved as a whole, and its bends with it.
                let by = Point {
                    x: rects[ends.0].x - was.x,
                    y: rects[ends.0].y - was.y,
                };
                for point in &mut points {
                    point.x += by.x;
                    point.y += by.y;
                }
                points
            })
            .collect();
        let mut lines = vec![Vec::new(); picture.edges.len()];
        for (number, line) in drawn.into_iter().zip(route(&rects, &ends, found)) {
            lines[number] = line;
        }
        Arrangement {
            rects,
            lines,
            rows: self.rows,
        }
    }
}

/// From the owner's border to the dependent's, the shortest way.
fn direct(owner: &Rect, dependent: &Rect) -> Vec<Point> {
    let middle = |rect: &Rect| rect.x + rect.width / 2.0;
    let down = owner.y + owner.height <= dependent.y;
    let (start, end) = if down {
        (owner.y + owner.height, dependent.y)
    } else {
        (owner.y, dependent.y + dependent.height)
    };
    vec![
        Point {
            x: middle(owner),
            y: start,
        },
        Point {
            x: middle(dependent),
            y: end,
        },
    ]
}

fn leader(leaders: &mut [usize], mut at: usize) -> usize {
    while leaders[at] != at {
        leaders[at] = leaders[leaders[at]];
        at = leaders[at];
    }
    at
}

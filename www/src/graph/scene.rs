use super::arrange::HEAD;
use super::{Arrangement, Label, Node, Picture, Point, Rect};
use std::rc::Rc;

/// What is drawn, and where: the same for every painter. What a thing is like at the moment is no part of it.
#[derive(Debug, Default)]
pub struct Scene {
    /// What is in it.
    pub picture: Rc<Picture>,
    /// Where each box stands.
    pub rects: Vec<Rect>,
    /// Where each reference runs, from the owner to the dependent; empty where it is not drawn.
    pub lines: Vec<Vec<Point>>,
    /// What is written on each box.
    pub labels: Vec<Label>,
    /// The smallest rectangle around everything.
    pub bounds: Rect,
    boxes: Grid,
    edges: Grid,
}

/// A direction in which the selection moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heading {
    /// To the owner, or to the group around.
    Up,
    /// To the first dependent, or into the group.
    Down,
    /// To the one before.
    Left,
    /// To the next one.
    Right,
}

impl PartialEq for Scene {
    /// A scene is made once and never changes.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Scene {
    /// Puts together what is in a picture, where it stands, and what is written on it.
    pub fn new(picture: Rc<Picture>, arrangement: Arrangement, labels: Vec<Label>) -> Self {
        let Arrangement { rects, lines, .. } = arrangement;
        let line_bounds: Vec<Rect> = lines.iter().map(|line| around(line)).collect();
        let bounds = rects
            .iter()
            .copied()
            .chain(
                line_bounds
                    .iter()
                    .copied()
                    .filter(|rect| rect.height + rect.width > 0.0),
            )
            .reduce(|all, one| all.with(&one))
            .unwrap_or_default();
        let drawn = line_bounds
            .into_iter()
            .enumerate()
            .filter(|(number, _)| !lines[*number].is_empty());
        Scene {
            boxes: Grid::new(bounds, rects.iter().copied().enumerate()),
            edges: Grid::new(bounds, drawn),
            picture,
            rects,
            lines,
            labels,
            bounds,
        }
    }

    /// The box at a point of the picture, the innermost one where groups lie around it; an open group is hit at its head.
    pub fn hit(&self, at: Point) -> Option<usize> {
        let spot = Rect {
            x: at.x,
            y: at.y,
            width: 0.0,
            height: 0.0,
        };
        self.boxes
            .near(&spot)
            .filter(|&number| {
                let rect = &self.rects[number];
                rect.contains(at) && (!self.picture.open[number] || at.y <= rect.y + HEAD)
            })
            .max()
    }

    /// The boxes in a part of the picture, groups before what stands in them.
    pub fn visible(&self, part: &Rect) -> Vec<usize> {
        if part.covers(&self.bounds) {
            return (0..self.rects.len()).collect();
        }
        visible(&self.boxes, part, |number| self.rects[number].meets(part))
    }

    /// The references that run through a part of the picture.
    pub fn visible_edges(&self, part: &Rect) -> Vec<usize> {
        visible(&self.edges, part, |number| {
            !self.lines[number].is_empty() && around(&self.lines[number]).meets(part)
        })
    }

    /// Where the selection goes from a box.
    pub fn beside(&self, from: usize, heading: Heading) -> Option<usize> {
        let picture = &self.picture;
        let above = |at: usize| picture.parents[at].or(picture.inside[at]);
        match heading {
            Heading::Up => {
                let owner = picture.parents[from].or_else(|| {
                    let edge = picture
                        .edges
                        .iter()
                        .find(|edge| edge.dependent == from && edge.owner != from);
                    edge.map(|edge| edge.owner)
                });
                owner.or(picture.inside[from])
            }
            Heading::Down => {
                let dependents = picture
                    .edges
                    .iter()
                    .filter(|edge| edge.owner == from && !edge.covered);
                let below = (from + 1..self.rects.len()).filter(|&at| above(at) == Some(from));
                let into = below.min_by(|&one, &other| self.reading_order(one, other));
                into.or_else(|| dependents.map(|edge| edge.dependent).find(|&at| at != from))
            }
            Heading::Left | Heading::Right => {
                let mut siblings: Vec<usize> = (0..self.rects.len())
                    .filter(|&at| above(at) == above(from))
                    .collect();
                siblings.sort_by(|&one, &other| self.reading_order(one, other));
                let at = siblings.iter().position(|&at| at == from)?;
                let to = if heading == Heading::Left {
                    at.checked_sub(1)?
                } else {
                    at + 1
                };
                siblings.get(to).copied()
            }
        }
    }

    /// By rows, then by columns.
    fn reading_order(&self, one: usize, other: usize) -> std::cmp::Ordering {
        let (one, other) = (&self.rects[one], &self.rects[other]);
        one.y.total_cmp(&other.y).then(one.x.total_cmp(&other.x))
    }

    /// Where a node stands among the boxes.
    pub fn index_of(&self, node: &Node) -> Option<usize> {
        match node {
            Node::Thing(thing) => self.picture.index_of(*thing),
            Node::Group(_) => self.picture.nodes.iter().position(|one| one == node),
        }
    }
}

fn visible(grid: &Grid, part: &Rect, is_seen: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut found: Vec<usize> = grid.near(part).filter(|&number| is_seen(number)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The smallest rectangle around points.
fn around(points: &[Point]) -> Rect {
    let at = |point: &Point| Rect {
        x: point.x,
        y: point.y,
        width: 0.0,
        height: 0.0,
    };
    points
        .iter()
        .map(at)
        .reduce(|all, one| all.with(&one))
        .unwrap_or_default()
}

/// Which boxes are near a place: the picture is divided into cells, each with a list.
#[derive(Debug, Default)]
struct Grid {
    origin: Point,
    cell: f64,
    columns: usize,
    rows: usize,
    /// Where the list of each cell begins among the numbers.
    starts: Vec<u32>,
    numbers: Vec<u32>,
    /// What lies over many cells.
    large: Vec<u32>,
}

/// About how many boxes a cell has.
const PER_CELL: f64 = 4.0;
/// What lies over more cells than this is in no list.
const MANY_CELLS: usize = 32;

impl Grid {
    fn new(bounds: Rect, rects: impl Iterator<Item = (usize, Rect)>) -> Self {
        let rects: Vec<(usize, Rect)> = rects.collect();
        #[expect(clippy::cast_precision_loss, reason = "a picture has few boxes")]
        let wanted = (rects.len() as f64 / PER_CELL).max(1.0);
        let cell = (bounds.width.max(1.0) * bounds.height.max(1.0) / wanted).sqrt();
        let (columns, rows) = (index(bounds.width / cell) + 1, index(bounds.height / cell) + 1);
        let mut grid = Grid {
            origin: Point {
                x: bounds.x,
                y: bounds.y,
            },
            cell,
            columns,
            rows,
            starts: vec![0; columns * rows + 1],
            numbers: Vec::new(),
            large: Vec::new(),
        };
        let mut placed: Vec<(usize, u32)> = Vec::with_capacity(rects.len());
        for (number, rect) in rects {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            let cells = grid.cells(&rect);
            if cells.1.len() * cells.0.len() > MANY_CELLS {
                grid.large.push(number);
                continue;
            }
            for row in cells.1 {
                placed.extend(cells.0.clone().map(|column| (row * columns + column, number)));
            }
        }
        for &(cell, _) in &placed {
            grid.starts[cell + 1] += 1;
        }
        for cell in 0..columns * rows {
            grid.starts[cell + 1] += grid.starts[cell];
        }
        let mut next = grid.starts.clone();
        grid.numbers = vec![0; placed.len()];
        for (cell, number) in placed {
            grid.numbers[next[cell] as usize] = number;
            next[cell] += 1;
        }
        grid
    }

    /// The columns and the rows that a rectangle lies over.
    fn cells(&self, rect: &Rect) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let range = |from: f64, size: f64, most: usize| {
            let first = index(from / self.cell).min(most.saturating_sub(1));
            first..(index((from + size) / self.cell) + 1).clamp(first, most)
        };
        (
            range(rect.x - self.origin.x, rect.width, self.columns),
            range(rect.y - self.origin.y, rect.height, self.rows),
        )
    }

    /// What may be near a rectangle; some of it several times.
    fn near(&self, rect: &Rect) -> impl Iterator<Item = usize> {
        let (columns, rows) = self.cells(rect);
        let row_lists = rows.flat_map(move |row| {
            columns.clone().flat_map(move |column| {
                let cell = row * self.columns + column;
                let list = self.starts.get(cell).zip(self.starts.get(cell + 1));
                list.map_or(&[][..], |(&from, &to)| &self.numbers[from as usize..to as usize])
                    .iter()
            })
        });
        row_lists.chain(&self.large).map(|&number| number as usize)
    }
}

/// A place as an index; what lies before the first is at the first.
fn index(value: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts of floats stop at the ends of the range, and negative places are before the first"
    )]
    let index = value.max(0.0) as usize;
    index
}

#[cfg(test)]
mod tests {
    use super::{Grid, Heading, Rect, Scene};
    use crate::graph::{Arrangement, Edge, Node, Picture, Point};
    use crate::state::ThingId;
    use std::rc::Rc;

    fn rect(x: f64, y: f64) -> Rect {
        Rect {
            x,
            y,
            width: 80.0,
            height: 30.0,
        }
    }

    /// An owner above three dependents side by side.
    fn family() -> Scene {
        let edge = |dependent| Edge {
            owner: 0,
            dependent,
            blocks: false,
            count: 1,
            covered: false,
        };
        let picture = Picture {
            nodes: (0..4).map(|number| Node::Thing(ThingId(number))).collect(),
            counts: vec![1; 4],
            open: vec![false; 4],
            inside: vec![None; 4],
            parents: vec![None, Some(0), Some(0), Some(0)],
            edges: vec![edge(1), edge(2), edge(3)],
            ..Picture::default()
        };
        let arrangement = Arrangement {
            rects: vec![
                rect(100.0, 0.0),
                rect(0.0, 100.0),
                rect(100.0, 100.0),
                rect(200.0, 100.0),
            ],
            lines: vec![
                vec![Point { x: 140.0, y: 30.0 }, Point { x: 40.0, y: 100.0 }],
                Vec::new(),
                Vec::new(),
            ],
            ..Arrangement::default()
        };
        Scene::new(Rc::new(picture), arrangement, Vec::new())
    }

    #[test]
    fn a_press_hits_the_box_under_it_and_nothing_between() {
        let scene = family();
        assert_eq!(scene.hit(Point { x: 10.0, y: 110.0 }), Some(1));
        assert_eq!(scene.hit(Point { x: 250.0, y: 129.0 }), Some(3));
        assert_eq!(scene.hit(Point { x: 90.0, y: 110.0 }), None);
        assert_eq!(scene.hit(Point { x: -500.0, y: 9e9 }), None);
    }

    #[test]
    fn only_what_is_in_sight_is_visible() {
        let scene = family();
        let part = Rect {
            width: 100.0,
            ..rect(0.0, 90.0)
        };
        assert_eq!(scene.visible(&part), [1, 2]);
        assert_eq!(scene.visible_edges(&part), [0]);
        assert_eq!(scene.visible(&scene.bounds).len(), 4);
        assert!(scene.visible(&rect(9_000.0, 0.0)).is_empty());
    }

    #[test]
    fn the_selection_goes_to_owners_dependents_and_siblings() {
        let scene = family();
        assert_eq!(scene.beside(2, Heading::Up), Some(0));
        assert_eq!(scene.beside(0, Heading::Down), Some(1));
        assert_eq!(scene.beside(1, Heading::Right), Some(2));
        assert_eq!(scene.beside(1, Heading::Left), None);
        assert_eq!(scene.beside(3, Heading::Right), None);
        assert_eq!(scene.beside(0, Heading::Up), None);
    }

    #[test]
    fn the_grid_finds_what_a_search_through_everything_finds() {
        let rects: Vec<Rect> = (0..2_000_u32)
            .map(|number| {
                let scattered = number.wrapping_mul(2_654_435_761) >> 8;
                let size = if number % 50 == 0 { 900.0 } else { 20.0 };
                Rect {
                    x: f64::from(scattered % 5_000),
                    y: f64::from(scattered / 5_000 % 3_000),
                    width: size,
                    height: size / 2.0,
                }
            })
            .collect();
        let bounds = rects
            .iter()
            .copied()
            .reduce(|all, one| all.with(&one))
            .unwrap_or_default();
        let grid = Grid::new(bounds, rects.iter().copied().enumerate());
        for at in [rect(0.0, 0.0), rect(2_500.0, 1_000.0), rect(4_990.0, 2_990.0)] {
            let part = Rect {
                width: 700.0,
                height: 300.0,
                ..at
            };
            let searched: Vec<usize> = (0..rects.len())
                .filter(|&number| rects[number].meets(&part))
                .collect();
            let mut found: Vec<usize> = grid
                .near(&part)
                .filter(|&number| rects[number].meets(&part))
                .collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found, searched);
        }
    }
}

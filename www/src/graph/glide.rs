use super::{Node, Point, Rect, Scene};
use kubeloupe_core::Map;
use std::borrow::Cow;

/// Boxes on their way from where they were to where they stand in a scene. What was not there before stands where it
/// belongs at once.
#[derive(Debug)]
pub struct Glide {
    /// How far from its place each box was.
    shifts: Vec<Point>,
}

/// Where everything of a scene is drawn at a moment.
pub struct Standing<'s> {
    /// The scene.
    pub scene: &'s Scene,
    /// Where each box is.
    pub rects: Cow<'s, [Rect]>,
    /// How far from its place each box is; empty where all are there.
    shifts: Vec<Point>,
}

/// A box that moves by less than this is where it was.
const LEAST: f64 = 0.5;

impl Glide {
    /// From nodes that were drawn at these places to a scene; `None` where everything stands where it stood.
    pub fn new(before: impl Iterator<Item = (Node, Rect)>, scene: &Scene) -> Option<Self> {
        let before: Map<Node, Rect> = before.collect();
        let nodes = scene.picture.nodes.iter().zip(&scene.rects);
        let shifts: Vec<Point> = nodes
            .map(|(node, rect)| {
                before.get(node).map_or(Point::default(), |was| Point {
                    x: was.x - rect.x,
                    y: was.y - rect.y,
                })
            })
            .collect();
        let moves = shifts.iter().any(|by| by.x.abs() > LEAST || by.y.abs() > LEAST);
        moves.then_some(Glide { shifts })
    }

    /// Where everything is when this share of the time is over; fast at first, as boxes of the page are.
    pub fn at<'s>(&self, scene: &'s Scene, share: f64) -> Standing<'s> {
        let left = (1.0 - share.clamp(0.0, 1.0)).powi(3);
        let shifts: Vec<Point> = self
            .shifts
            .iter()
            .map(|by| Point {
                x: by.x * left,
                y: by.y * left,
            })
            .collect();
        let rects = scene.rects.iter().zip(&shifts);
        Standing {
            scene,
            rects: rects.map(|(rect, by)| shifted(*rect, *by)).collect(),
            shifts,
        }
    }
}

impl<'s> Standing<'s> {
    /// Everything is where it belongs.
    pub fn still(scene: &'s Scene) -> Self {
        Standing {
            scene,
            rects: Cow::Borrowed(&scene.rects),
            shifts: Vec::new(),
        }
    }

    /// The boxes that are in a part of the picture, groups before what stands in them.
    pub fn visible(&self, part: &Rect) -> Vec<usize> {
        if self.shifts.is_empty() {
            return self.scene.visible(part);
        }
        let boxes = self.rects.iter().enumerate();
        boxes
            .filter(|(_, rect)| rect.meets(part))
            .map(|(at, _)| at)
            .collect()
    }

    /// The references that may run through a part of the picture.
    pub fn visible_edges(&self, part: &Rect) -> Vec<usize> {
        if self.shifts.is_empty() {
            return self.scene.visible_edges(part);
        }
        let edges = self.scene.picture.edges.iter().enumerate();
        edges
            .filter(|(number, edge)| {
                let ends = self.rects[edge.owner].with(&self.rects[edge.dependent]);
                !self.scene.lines[*number].is_empty() && ends.meets(part)
            })
            .map(|(number, _)| number)
            .collect()
    }

    /// Where a reference runs, from the owner to the dependent: its ends go with their boxes.
    pub fn line(&self, number: usize) -> Cow<'s, [Point]> {
        let line = &self.scene.lines[number];
        if self.shifts.is_empty() {
            return Cow::Borrowed(line);
        }
        let edge = &self.scene.picture.edges[number];
        let (owner, dependent) = (self.shifts[edge.owner], self.shifts[edge.dependent]);
        #[expect(clippy::cast_precision_loss, reason = "a line has few points")]
        let last = (line.len().max(2) - 1) as f64;
        let points = line.iter().enumerate().map(|(place, point)| {
            #[expect(clippy::cast_precision_loss, reason = "a line has few points")]
            let share = place as f64 / last;
            Point {
                x: point.x + owner.x + (dependent.x - owner.x) * share,
                y: point.y + owner.y + (dependent.y - owner.y) * share,
            }
        });
        Cow::Owned(points.collect())
    }
}

fn shifted(rect: Rect, by: Point) -> Rect {
    Rect {
        x: rect.x + by.x,
        y: rect.y + by.y,
        ..rect
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Arrangement, Edge, Picture};
    use crate::state::ThingId;
    use std::rc::Rc;

    fn rect(x: f64, y: f64) -> Rect {
        Rect {
            x,
            y,
            width: 100.0,
            height: 40.0,
        }
    }

    fn thing(number: u32) -> Node {
        Node::Thing(ThingId(number))
    }

    /// An owner above its dependent.
    fn pair() -> Scene {
        let picture = Picture {
            nodes: vec![thing(0), thing(1)],
            edges: vec![Edge {
                owner: 0,
                dependent: 1,
                blocks: true,
                count: 1,
                covered: false,
            }],
            open: vec![false; 2],
            inside: vec![None; 2],
            parents: vec![None; 2],
            ..Picture::default()
        };
        let point = |x, y| Point { x, y };
        let arrangement = Arrangement {
            rects: vec![rect(0.0, 0.0), rect(0.0, 100.0)],
            lines: vec![vec![point(50.0, 40.0), point(50.0, 70.0), point(50.0, 100.0)]],
            ..Arrangement::default()
        };
        Scene::new(Rc::new(picture), arrangement, Vec::new())
    }

    #[test]
    fn boxes_come_from_where_they_were_and_lines_go_with_them() {
        let scene = pair();
        let before = [(thing(0), rect(0.0, 0.0)), (thing(1), rect(200.0, 100.0))];
        let glide = Glide::new(before.into_iter(), &scene).expect("one of them moves");
        let first = glide.at(&scene, 0.0);
        assert_eq!(first.rects[1], rect(200.0, 100.0));
        let line = first.line(0);
        assert_eq!((line[0].x, line[1].x, line[2].x), (50.0, 150.0, 250.0));
        let middle = glide.at(&scene, 0.5);
        assert!(middle.rects[1].x > 0.0 && middle.rects[1].x < 100.0);
        let last = glide.at(&scene, 1.0);
        assert_eq!(last.rects[..], scene.rects[..]);
        assert_eq!(last.line(0)[..], scene.lines[0][..]);
    }

    #[test]
    fn what_is_on_its_way_is_seen_where_it_is() {
        let scene = pair();
        let before = [(thing(0), rect(0.0, 0.0)), (thing(1), rect(5_000.0, 100.0))];
        let glide = Glide::new(before.into_iter(), &scene).expect("one of them moves");
        let far = Rect {
            width: 300.0,
            ..rect(4_900.0, 80.0)
        };
        let first = glide.at(&scene, 0.0);
        assert_eq!(first.visible(&far), [1]);
        assert_eq!(first.visible_edges(&far), [0]);
        assert_eq!(glide.at(&scene, 1.0).visible(&far), [] as [usize; 0]);
        assert_eq!(Standing::still(&scene).visible(&far), [] as [usize; 0]);
    }

    #[test]
    fn what_stands_still_or_is_new_does_not_glide() {
        let scene = pair();
        let before = [(thing(0), rect(0.0, 0.2)), (thing(7), rect(9.0, 9.0))];
        assert!(Glide::new(before.into_iter(), &scene).is_none());
    }
}

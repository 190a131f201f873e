use super::{Arrangement, Node, Picture, Point, Rect};
use std::collections::BTreeMap;

/// Moves a new arrangement so that what was there before stays where it was, as far as one shift can do that: the node
/// that was acted on exactly, else most of the others. Returns whether anything was there before.
pub fn settle(
    before: (&[Node], &[Rect]),
    anchor: Option<Node>,
    picture: &Picture,
    arrangement: &mut Arrangement,
) -> bool {
    let (old_nodes, old) = before;
    let known: BTreeMap<&Node, &Rect> = old_nodes.iter().zip(old).collect();
    let mut moves: Vec<(&Node, Point)> = picture
        .nodes
        .iter()
        .zip(&arrangement.rects)
        .filter_map(|(node, to)| {
            let from = known.get(node)?;
            let by = Point {
                x: from.x - to.x,
                y: from.y - to.y,
            };
            Some((node, by))
        })
        .collect();
    if moves.is_empty() {
        return false;
    }
    let anchored = moves.iter().find(|(node, _)| Some(**node) == anchor);
    let by = match anchored {
        Some((_, by)) => *by,
        None => {
            // The median leaves most nodes exactly where they were; a mean would move all of them a little.
            let middle = moves.len() / 2;
            moves.sort_by(|(_, left), (_, right)| left.x.total_cmp(&right.x));
            let x = moves[middle].1.x;
            moves.sort_by(|(_, left), (_, right)| left.y.total_cmp(&right.y));
            Point {
                x,
                y: moves[middle].1.y,
            }
        }
    };
    for rect in &mut arrangement.rects {
        rect.x += by.x;
        rect.y += by.y;
    }
    for point in arrangement.lines.iter_mut().flatten() {
        point.x += by.x;
        point.y += by.y;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{Arrangement, Node, Picture, Rect, settle};
    use crate::state::ThingId;

    fn rects(xs: &[f64]) -> Vec<Rect> {
        xs.iter()
            .map(|&x| Rect {
                x,
                y: 0.0,
                width: 10.0,
                height: 10.0,
            })
            .collect()
    }

    fn things(numbers: &[u32]) -> Vec<Node> {
        numbers
            .iter()
            .map(|&number| Node::Thing(ThingId(number)))
            .collect()
    }

    fn settled(anchor: Option<Node>) -> Vec<f64> {
        let picture = Picture {
            nodes: things(&[1, 2, 3]),
            ..Picture::default()
        };
        let mut arrangement = Arrangement {
            rects: rects(&[40.0, 60.0, 90.0]),
            ..Arrangement::default()
        };
        let old = things(&[1, 2, 3, 4]);
        assert!(settle(
            (&old, &rects(&[0.0, 20.0, 40.0, 60.0])),
            anchor,
            &picture,
            &mut arrangement
        ));
        arrangement.rects.iter().map(|rect| rect.x).collect()
    }

    #[test]
    fn most_surviving_nodes_keep_their_place() {
        assert_eq!(settled(None), [0.0, 20.0, 50.0]);
    }

    #[test]
    fn what_was_acted_on_keeps_its_place_exactly() {
        assert_eq!(settled(Some(Node::Thing(ThingId(3)))), [-10.0, 10.0, 40.0]);
    }

    #[test]
    fn nothing_moves_when_nothing_survives() {
        let picture = Picture {
            nodes: things(&[9]),
            ..Picture::default()
        };
        let mut arrangement = Arrangement {
            rects: rects(&[40.0]),
            ..Arrangement::default()
        };
        assert!(!settle((&[], &[]), None, &picture, &mut arrangement));
        assert_eq!(arrangement.rects, rects(&[40.0]));
    }
}

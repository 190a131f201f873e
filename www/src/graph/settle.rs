use super::{Node, Placement, Point};
use std::collections::BTreeMap;

/// Moves a new placement so that what was there before stays where it was, as far as one shift can do that. Returns
/// whether anything was there before.
pub fn settle(before: (&[Node], &Placement), nodes: &[Node], placement: &mut Placement) -> bool {
    let (old_nodes, old) = before;
    let known: BTreeMap<&Node, usize> = old_nodes
        .iter()
        .enumerate()
        .map(|(at, node)| (node, at))
        .collect();
    let mut moves: Vec<Point> = nodes
        .iter()
        .enumerate()
        .filter_map(|(at, node)| {
            let (from, to) = (old.nodes.get(*known.get(node)?)?, placement.nodes.get(at)?);
            Some(Point {
                x: from.x - to.x,
                y: from.y - to.y,
            })
        })
        .collect();
    if moves.is_empty() {
        return false;
    }
    // The median leaves most nodes exactly where they were; a mean would move all of them a little.
    let middle = moves.len() / 2;
    moves.sort_by(|left, right| left.x.total_cmp(&right.x));
    let x = moves[middle].x;
    moves.sort_by(|left, right| left.y.total_cmp(&right.y));
    let y = moves[middle].y;
    placement.shift(Point { x, y });
    true
}

#[cfg(test)]
mod tests {
    use super::super::Rect;
    use super::{Node, Placement, settle};
    use crate::state::ThingId;

    fn placed(xs: &[f64]) -> Placement {
        let nodes = xs
            .iter()
            .map(|&x| Rect {
                x,
                y: 0.0,
                width: 10.0,
                height: 10.0,
            })
            .collect();
        Placement {
            nodes,
            edges: Vec::new(),
        }
    }

    #[test]
    fn surviving_nodes_keep_their_place() {
        let old = [Node::Thing(ThingId(1)), Node::Thing(ThingId(2))];
        let new = [
            Node::Thing(ThingId(1)),
            Node::Thing(ThingId(2)),
            Node::Thing(ThingId(3)),
        ];
        let mut placement = placed(&[40.0, 60.0, 80.0]);
        assert!(settle((&old, &placed(&[0.0, 20.0])), &new, &mut placement));
        assert_eq!(
            placement.nodes.iter().map(|node| node.x).collect::<Vec<_>>(),
            [0.0, 20.0, 40.0]
        );
    }

    #[test]
    fn nothing_moves_when_nothing_survives() {
        let mut placement = placed(&[40.0]);
        let new = [Node::Thing(ThingId(9))];
        assert!(!settle((&[], &placed(&[])), &new, &mut placement));
        assert_eq!(placement, placed(&[40.0]));
    }
}

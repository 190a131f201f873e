use super::{Point, Rect};
use std::collections::BTreeMap;

/// Where edges touch their nodes: side by side along the lower border of the owner and the upper border of the
/// dependent, in the order in which the other ends stand, so that they neither cross there nor hide each other.
///
/// `bends` are the points that a layout found for each edge, from border to border; those between stay.
pub fn route(nodes: &[Rect], edges: &[(usize, usize)], bends: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
    let below = ports(nodes, edges, |&(owner, dependent)| (owner, dependent));
    let above = ports(nodes, edges, |&(owner, dependent)| (dependent, owner));
    let mut routed = bends;
    for (number, &(owner, dependent)) in edges.iter().enumerate() {
        let (upper, lower) = (&nodes[owner], &nodes[dependent]);
        if owner == dependent {
            routed[number] = around(upper);
            continue;
        }
        // An edge that runs upwards closes a circle; the layout knows best how to lead it round.
        if upper.y + upper.height >= lower.y {
            continue;
        }
        let start = Point {
            x: upper.x + below[number],
            y: upper.y + upper.height,
        };
        let end = Point {
            x: lower.x + above[number],
            y: lower.y,
        };
        let path = &mut routed[number];
        // One bend between two layers is only the layout's way of drawing a line.
        let between = if path.len() > 3 {
            path[1..path.len() - 1].to_vec()
        } else {
            Vec::new()
        };
        path.clear();
        path.push(start);
        path.extend(
            between
                .into_iter()
                .filter(|point| point.y > start.y + 1.0 && point.y < end.y - 1.0),
        );
        path.push(end);
    }
    routed
}

/// A node that owns itself: the ends of the edge at its upper border and its right side, with the points between them
/// that pull a curve outwards.
fn around(node: &Rect) -> Vec<Point> {
    let right = node.x + node.width;
    let middle = node.y + node.height / 2.0;
    [
        (right - CORNER, node.y),
        (right - CORNER, node.y - 1.6 * LOOP),
        (right + 1.6 * LOOP, middle),
        (right, middle),
    ]
    .map(|(x, y)| Point { x, y })
    .to_vec()
}

/// How far such an edge goes out.
const LOOP: f64 = 22.0;
/// Most pixels between two ports of a node.
const SPREAD: f64 = 26.0;
/// Pixels that stay free at both ends of a border.
const CORNER: f64 = 16.0;

/// For each edge, how far from the left the port is on the node that `sides` names first.
fn ports(
    nodes: &[Rect],
    edges: &[(usize, usize)],
    sides: impl Fn(&(usize, usize)) -> (usize, usize),
) -> Vec<f64> {
    let mut by_node: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let between = |(_, edge): &(usize, &(usize, usize))| edge.0 != edge.1;
    for (number, edge) in edges.iter().enumerate().filter(between) {
        by_node.entry(sides(edge).0).or_default().push(number);
    }
    let mut ports = vec![0.0; edges.len()];
    for (node, mut numbers) in by_node {
        let middle = |number: &usize| {
            let other = &nodes[sides(&edges[*number]).1];
            other.x + other.width / 2.0
        };
        numbers.sort_by(|left, right| middle(left).total_cmp(&middle(right)).then(left.cmp(right)));
        let width = nodes[node].width;
        #[expect(clippy::cast_precision_loss, reason = "a node has few edges")]
        let gaps = (numbers.len() - 1) as f64;
        let step = if gaps > 0.0 {
            ((width - 2.0 * CORNER) / gaps).min(SPREAD)
        } else {
            0.0
        };
        let mut at = (width - gaps * step) / 2.0;
        for number in numbers {
            ports[number] = at;
            at += step;
        }
    }
    ports
}

#[cfg(test)]
mod tests {
    use super::{Point, Rect, route};

    #[test]
    fn a_node_that_owns_itself_gets_a_loop_outside_of_it() {
        let node = Rect {
            x: 0.0,
            y: 0.0,
            width: 100.0,
            height: 40.0,
        };
        let routed = route(&[node], &[(0, 0)], vec![Vec::new()]);
        let [start, up, out, end] = routed[0][..] else {
            panic!("a curve has four points");
        };
        assert_eq!((start.y, end.x), (0.0, 100.0));
        assert!(up.y < 0.0 && out.x > 100.0);
    }

    #[test]
    fn edges_of_one_owner_do_not_cross_at_its_border() {
        let node = |x: f64, y: f64| Rect {
            x,
            y,
            width: 100.0,
            height: 40.0,
        };
        let nodes = [node(200.0, 0.0), node(300.0, 100.0), node(0.0, 100.0)];
        let routed = route(&nodes, &[(0, 1), (0, 2)], vec![Vec::new(), Vec::new()]);
        assert!(routed[1][0].x < routed[0][0].x);
        assert_eq!(routed[0].last(), Some(&Point { x: 350.0, y: 100.0 }));
    }
}

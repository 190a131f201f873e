use super::index::Index;
use crate::sorted::sort;
use alloc::vec::Vec;

/// The circles of ownership: each a list of places whose objects own themselves by way of the others, smallest place
/// first.
pub(super) fn circles(index: &Index<'_>) -> Vec<Vec<u32>> {
    let count = index.objects.len();
    let owners = |place: u32| {
        let object = index.at(place);
        let references = object.meta.owner_references.iter();
        references.filter_map(move |reference| index.owner(reference, object.meta.namespace))
    };
    // What has no owner is in no circle, nor is what only such objects own; nearly everything goes here.
    let mut open_owners: Vec<u32> = alloc::vec![0; count];
    let mut first: Vec<u32> = Vec::new();
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for place in 0..count as u32 {
        for owner in owners(place) {
            edges.push((owner, place));
            open_owners[place as usize] += 1;
        }
        if open_owners[place as usize] == 0 {
            first.push(place);
        }
    }
    sort(&mut edges);
    while let Some(owner) = first.pop() {
        let from = edges.partition_point(|edge| edge.0 < owner);
        for &(_, dependent) in edges[from..].iter().take_while(|edge| edge.0 == owner) {
            let open = &mut open_owners[dependent as usize];
            *open -= 1;
            if *open == 0 {
                first.push(dependent);
            }
        }
    }
    let left: Vec<u32> = (0..count as u32)
        .filter(|&place| open_owners[place as usize] > 0)
        .collect();
    let mut components = components(&left, count, owners);
    components.retain(|members| match members.as_slice() {
        [alone] => owners(*alone).any(|owner| owner == *alone),
        _ => true,
    });
    for members in &mut components {
        sort(members);
    }
    sort(&mut components);
    components
}

/// Strongly connected components among `nodes` (Tarjan), without recursion: a chain of owners may be long.
fn components<I: Iterator<Item = u32>>(
    nodes: &[u32],
    count: usize,
    next: impl Fn(u32) -> I,
) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let mut number: Vec<u32> = alloc::vec![UNSEEN; count];
    let mut low: Vec<u32> = alloc::vec![UNSEEN; count];
    let mut on_stack: Vec<bool> = alloc::vec![false; count];
    let mut is_node: Vec<bool> = alloc::vec![false; count];
    for &node in nodes {
        is_node[node as usize] = true;
    }
    let mut stack: Vec<u32> = Vec::new();
    let mut found = Vec::new();
    let mut counter = 0;
    for &root in nodes {
        if number[root as usize] != UNSEEN {
            continue;
        }
        let mut work: Vec<(u32, Vec<u32>)> = Vec::new();
        let mut enter = Some(root);
        loop {
            if let Some(node) = enter.take() {
                number[node as usize] = counter;
                low[node as usize] = counter;
                counter += 1;
                stack.push(node);
                on_stack[node as usize] = true;
                let neighbours = next(node).filter(|&other| is_node[other as usize]);
                work.push((node, neighbours.collect()));
            }
            let Some((node, neighbours)) = work.last_mut() else {
                break;
            };
            let node = *node;
            if let Some(other) = neighbours.pop() {
                if number[other as usize] == UNSEEN {
                    enter = Some(other);
                } else if on_stack[other as usize] {
                    low[node as usize] = low[node as usize].min(number[other as usize]);
                }
                continue;
            }
            work.pop();
            if let Some((parent, _)) = work.last() {
                low[*parent as usize] = low[*parent as usize].min(low[node as usize]);
            }
            if low[node as usize] == number[node as usize] {
                let from = stack.iter().rposition(|&one| one == node).unwrap_or(0);
                let members = stack.split_off(from);
                for &member in &members {
                    on_stack[member as usize] = false;
                }
                found.push(members);
            }
        }
    }
    found
}

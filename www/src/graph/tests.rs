//! Pictures of whole clusters, made as the page makes them.

use super::*;
use crate::state::{Grouping, Inputs, Reading, Source, ThingId};
use crate::text::Language;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

/// Namespaces with Deployments, each with a ReplicaSet and so many pods, and some ConfigMaps that nobody owns.
fn cluster(namespaces: usize, deployments: usize, pods: usize) -> Rc<Source> {
    let mut items = String::new();
    let mut item = |kind: &str, group: &str, namespace: usize, name: &str, owner: Option<(&str, &str)>| {
        let owner = owner.map_or(String::new(), |(kind, name)| {
            format!(
                ",\"ownerReferences\":[{{\"apiVersion\":\"apps/v1\",\"kind\":\"{kind}\",\"name\":\"{name}\",\"uid\":\"{namespace}-{name}\",\"controller\":true,\"blockOwnerDeletion\":true}}]"
            )
        });
        let comma = if items.is_empty() { "" } else { "," };
        // Writing into a string cannot fail.
        let _ = write!(
            items,
            "{comma}{{\"apiVersion\":\"{group}\",\"kind\":\"{kind}\",\"metadata\":{{\"name\":\"{name}\",\"namespace\":\"team-{namespace}\",\"uid\":\"{namespace}-{name}\"{owner}}}}}"
        );
    };
    for namespace in 0..namespaces {
        for number in 0..deployments {
            let app = format!("app-{number}");
            let set = format!("app-{number}-5d");
            item("Deployment", "apps/v1", namespace, &app, None);
            item(
                "ReplicaSet",
                "apps/v1",
                namespace,
                &set,
                Some(("Deployment", &app)),
            );
            for pod in 0..pods {
                item(
                    "Pod",
                    "v1",
                    namespace,
                    &format!("{set}-{pod}"),
                    Some(("ReplicaSet", &set)),
                );
            }
        }
        item("ConfigMap", "v1", namespace, "settings", None);
    }
    let text = format!("{{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[{items}]}}");
    let mut reading = Reading::new(Inputs::one("cluster", text.into_bytes()), 37, Language::English);
    while !reading.advance(1 << 20).expect("it can be read").done {}
    let session = reading.finish().expect("it can be read").into_session();
    session.source().clone()
}

fn wish(source: &Rc<Source>, subject: Subject) -> Wish {
    Wish {
        source: source.clone(),
        lineage: 1,
        subject,
        opened: None,
        open_all: false,
        reveal: None,
        anchor: None,
        layered_most: LAYERED_MOST,
    }
}

fn prepare(wish: Wish, before: Option<Rc<Prepared>>) -> Rc<Prepared> {
    let mut preparing = Preparing::new(wish, Language::English.words(), before);
    loop {
        if let Some(prepared) = preparing.advance() {
            return Rc::new(prepared);
        }
    }
}

fn all(grouping: Grouping) -> Subject {
    Subject::All(grouping)
}

/// How many things are in boxes.
fn things(picture: &Picture) -> usize {
    (0..picture.nodes.len())
        .filter(|&at| !picture.open[at])
        .map(|at| picture.weights[at] as usize)
        .sum()
}

/// Boxes stand in the groups that they belong to, and beside each other.
fn assert_in_place(scene: &Scene) {
    let picture = &scene.picture;
    for at in 0..picture.nodes.len() {
        let rect = scene.rects[at];
        if let Some(outer) = picture.inside[at] {
            let outer = scene.rects[outer];
            let around = Rect {
                x: outer.x - 0.01,
                y: outer.y - 0.01,
                width: outer.width + 0.02,
                height: outer.height + 0.02,
            };
            assert!(
                around.covers(&rect),
                "{:?} is outside of its group",
                picture.nodes[at]
            );
        }
        let beside = scene.visible(&Rect {
            x: rect.x + 1.0,
            y: rect.y + 1.0,
            width: rect.width - 2.0,
            height: rect.height - 2.0,
        });
        for other in beside.into_iter().filter(|&other| other != at) {
            let nested = picture.inside[other] == Some(at)
                || is_around(picture, other, at)
                || is_around(picture, at, other);
            assert!(
                nested,
                "{:?} lies over {:?}",
                picture.nodes[at], picture.nodes[other]
            );
        }
    }
}

fn is_around(picture: &Picture, outer: usize, inner: usize) -> bool {
    std::iter::successors(picture.inside[inner], |&at| picture.inside[at]).any(|at| at == outer)
}

#[test]
fn replicas_are_one_box_with_a_count() {
    let source = cluster(1, 1, 200);
    let deployment = source
        .catalog
        .find("Deployment", "team-0", "app-0")
        .expect("it is there");
    let picture = Picture::around(&source, &[deployment], 4);
    assert_eq!(picture.nodes.len(), 3);
    assert_eq!(picture.counts, [1, 1, 200]);
    assert_eq!(picture.edges.len(), 2);
    assert!(picture.edges.iter().all(|edge| edge.blocks && !edge.covered));
    assert_eq!(picture.edges[1].count, 200);
}

#[test]
fn every_thing_is_in_the_picture_of_everything_however_it_is_arranged() {
    let source = cluster(3, 20, 30);
    for grouping in [Grouping::Owners, Grouping::Namespace, Grouping::Kind] {
        let scene = prepare(wish(&source, all(grouping)), None).scene.clone();
        for thing in source.catalog.objects() {
            assert!(scene.picture.holder(thing).is_some(), "{grouping:?}");
        }
        assert!(
            scene.picture.nodes.len() <= 200,
            "{grouping:?}: {}",
            scene.picture.nodes.len()
        );
        assert_eq!(
            things(&scene.picture),
            source.catalog.thing_count(),
            "{grouping:?}"
        );
        assert_in_place(&scene);
        let open = prepare(
            Wish {
                open_all: true,
                ..wish(&source, all(grouping))
            },
            None,
        );
        assert_eq!(
            things(&open.scene.picture),
            source.catalog.thing_count(),
            "{grouping:?}"
        );
        assert_in_place(&open.scene);
    }
}

#[test]
fn by_kind_the_picture_is_one_of_kinds() {
    let source = cluster(2, 30, 30);
    let wish = Wish {
        opened: Some(Rc::default()),
        ..wish(&source, all(Grouping::Kind))
    };
    let scene = prepare(wish, None).scene.clone();
    assert_eq!(scene.picture.nodes.len(), 4);
    assert_eq!(scene.picture.edges.len(), 2);
    assert_eq!(
        scene.picture.edges.iter().map(|edge| edge.count).max(),
        Some(1_800)
    );
}

#[test]
fn a_group_opens_and_closes_where_it_stands() {
    let source = cluster(2, 4, 40);
    let first = prepare(wish(&source, all(Grouping::Owners)), None);
    let picture = &first.scene.picture;
    let (at, group) = picture
        .nodes
        .iter()
        .enumerate()
        .find_map(|(at, node)| match node {
            Node::Group(group) if !picture.open[at] => Some((at, *group)),
            _ => None,
        })
        .expect("forty pods are a group");
    let mut opened = picture.opened.clone();
    opened.insert(group);
    let open = Wish {
        opened: Some(Rc::new(opened)),
        anchor: Some(Node::Group(group)),
        ..wish(&source, all(Grouping::Owners))
    };
    let second = prepare(open, Some(first.clone()));
    assert_in_place(&second.scene);
    let now = second
        .scene
        .index_of(&Node::Group(group))
        .expect("it is still there");
    assert!(second.scene.picture.open[now]);
    let (before, after) = (first.scene.rects[at], second.scene.rects[now]);
    assert!((before.x - after.x).abs() < 0.01 && (before.y - after.y).abs() < 0.01);
    let closed = Wish {
        opened: Some(Rc::new(picture.opened.clone())),
        anchor: Some(Node::Group(group)),
        ..wish(&source, all(Grouping::Owners))
    };
    let third = prepare(closed, Some(second));
    for (one, other) in first.scene.rects.iter().zip(&third.scene.rects) {
        assert!((one.x - other.x).abs() < 0.01 && (one.y - other.y).abs() < 0.01);
    }
}

#[test]
fn what_is_looked_for_is_found_behind_closed_groups() {
    let source = cluster(2, 30, 900);
    let pod = source
        .catalog
        .find("Pod", "team-1", "app-17-5d-777")
        .expect("it is there");
    let closed = Wish {
        opened: Some(Rc::default()),
        reveal: Some(pod),
        ..wish(&source, all(Grouping::Owners))
    };
    let picture = prepare(closed, None).scene.picture.clone();
    let at = picture.index_of(pod).expect("the groups around it are open");
    let part = picture.inside[at].expect("it is in a group");
    // Nine hundred pods open in parts, and only the one with this pod is open.
    assert!(matches!(picture.nodes[part], Node::Group(group) if group.part > 0));
    assert!(picture.nodes.len() < 30 * 3 + 900, "{}", picture.nodes.len());
}

#[test]
fn a_picture_has_no_more_boxes_than_can_be_painted() {
    let source = cluster(4, 60, 100);
    let open = Wish {
        open_all: true,
        ..wish(&source, all(Grouping::Owners))
    };
    let picture = prepare(open, None).scene.picture.clone();
    assert!(picture.nodes.len() <= MOST_NODES);
    let every: BTreeSet<Group> = (0..4)
        .flat_map(|_| picture.nodes.iter())
        .filter_map(|node| match node {
            Node::Group(group) => Some(*group),
            Node::Thing(_) => None,
        })
        .collect();
    let open = Wish {
        opened: Some(Rc::new(every)),
        ..wish(&source, all(Grouping::Owners))
    };
    let picture = prepare(open, None).scene.picture.clone();
    assert!(picture.nodes.len() <= MOST_NODES + PART);
    assert!(picture.full, "24,000 pods do not fit");
}

#[test]
fn the_neighbourhood_is_followed_in_the_direction_that_is_asked_for() {
    let source = cluster(1, 2, 3);
    let set = source
        .catalog
        .find("ReplicaSet", "team-0", "app-1-5d")
        .expect("it is there");
    let count = |way: Way, hops: u8| {
        let focus = Rc::new(vec![set]);
        let subject = Subject::Around { focus, hops, way };
        things(&Making::new(&source, &subject, None).finish())
    };
    assert_eq!(
        [count(Way::Both, 1), count(Way::Down, 1), count(Way::Up, 1)],
        [5, 4, 2]
    );
    assert_eq!(count(Way::Up, 0), 1);
}

#[test]
fn circles_of_owners_are_drawn() {
    let text = r#"{"apiVersion":"v1","kind":"List","items":[
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"n","uid":"a","ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"b","uid":"b"}]}},
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b","namespace":"n","uid":"b","ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"a","uid":"a"}]}},
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","namespace":"n","uid":"c","ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"c","uid":"c"},{"apiVersion":"v1","kind":"ConfigMap","name":"nobody","uid":"x"}]}}]}"#;
    let mut reading = Reading::new(Inputs::one("circle", text.as_bytes()), 37, Language::English);
    while !reading.advance(1 << 20).expect("it can be read").done {}
    let session = reading.finish().expect("it can be read").into_session();
    for layered_most in [0, LAYERED_MOST] {
        let wish = Wish {
            layered_most,
            ..wish(session.source(), all(Grouping::Owners))
        };
        let scene = prepare(wish, None).scene.clone();
        assert_eq!(things(&scene.picture), 4);
        assert_eq!(scene.picture.edges.len(), 4);
        assert!(scene.lines.iter().all(|line| line.len() >= 2));
        assert_in_place(&scene);
    }
}

#[test]
fn no_stage_of_a_large_picture_is_long() {
    let source = cluster(5, 40, 98);
    let open = Wish {
        open_all: true,
        ..wish(&source, all(Grouping::Owners))
    };
    let mut preparing = Preparing::new(open, Language::English.words(), None);
    let mut stages = 0;
    while preparing.advance().is_none() {
        stages += 1;
    }
    assert!(
        stages > 200,
        "each part of the picture is a stage of its own: {stages}"
    );
}

/// What a painter was told.
#[derive(Default)]
struct Told {
    rects: usize,
    texts: Vec<String>,
}

impl Pen for Told {
    fn rect(&mut self, _: Rect, _: f64, _: Option<Ink>, _: Option<Stroke>) {
        self.rects += 1;
    }
    fn path(&mut self, _: &[Piece], _: Option<Ink>, _: Option<Stroke>) {}
    fn text(&mut self, line: Line<'_>) {
        self.texts.push(line.text.to_owned());
    }
    fn opacity(&mut self, _: f64) {}
}

#[test]
fn names_are_painted_only_where_they_can_be_read_and_only_what_is_seen() {
    let source = cluster(2, 20, 6);
    let open = Wish {
        open_all: true,
        ..wish(&source, all(Grouping::Owners))
    };
    let scene = prepare(open, None).scene.clone();
    let look = |_: usize| Look::default();
    let paint = |rect: Rect, scale: f64| {
        let mut told = Told::default();
        draw(
            &Standing::still(&scene),
            Part { rect, scale },
            &look,
            &|_| false,
            &mut told,
        );
        told
    };
    let whole = paint(scene.bounds, 1.0);
    assert!(whole.texts.iter().any(|text| text == "app-7"));
    let far = paint(scene.bounds, 0.05);
    assert!(far.rects >= scene.rects.len());
    assert!(!far.texts.iter().any(|text| text.contains("app-7")));
    let thing = source
        .catalog
        .find("Deployment", "team-0", "app-7")
        .unwrap_or(ThingId(0));
    let at = scene.picture.index_of(thing).expect("it is there");
    let near = paint(scene.rects[at], 1.0);
    assert!(near.rects < 20, "{}", near.rects);
    assert!(near.texts.iter().any(|text| text == "app-7"));
}

//! Bench for the debug dump (GC-62).
//!
//! `nodes` are `{uid, apiVersion, kind, namespace, name, owners: [{uid, apiVersion, kind, name}], flags}`; dependents follow from the owners.
//! Steps: `write` (`upstream` or `corrected`, optionally from `uids` alone), `assert` with `lines`, `contains`, `lacks` or `count`.

use super::{each_step, same, texts};
use kubeloupe_core::gc::{DotForm, DotNode, Identity, reached_from, write_dot};
use kubeloupe_core::object::{Names, OwnerReference};
use serde_json::Value;

pub(super) fn run(vector: &Value) -> Result<(), String> {
    let mut names = Names::default();
    let mut nodes: Vec<DotNode> = vector["nodes"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|node| read_node(&mut names, node))
        .collect();
    link(&mut nodes);
    let mut text = String::new();
    each_step(vector, |verb, about| match verb {
        "write" => {
            let form = match about["form"].as_str() {
                Some("upstream") => DotForm::Upstream,
                Some("corrected") => DotForm::Corrected,
                _ => return Err("form has to be upstream or corrected".to_owned()),
            };
            let uids = texts(&about["uids"])?;
            let shown = if uids.is_empty() {
                nodes.iter().collect()
            } else {
                let uids: Vec<_> = uids.iter().map(|uid| names.intern(uid)).collect();
                reached_from(&nodes, &uids)
            };
            text = write_dot(&names, &shown, form);
            Ok(())
        }
        "assert" => assert(&text, about),
        other => Err(format!("unknown step {other}")),
    })
}

fn read_node(names: &mut Names, node: &Value) -> DotNode {
    let flags = node["flags"].as_str().unwrap_or_default();
    let owners = node["owners"].as_array().into_iter().flatten();
    let owners = owners
        .map(|owner| {
            let identity = read_identity(names, owner);
            OwnerReference {
                api_version: identity.api_version,
                kind: identity.kind,
                name: identity.name,
                uid: identity.uid,
                ..OwnerReference::default()
            }
        })
        .collect();
    DotNode {
        identity: read_identity(names, node),
        owners,
        dependents: Vec::new(),
        being_deleted: flags.contains('B'),
        deleting_dependents: flags.contains('F'),
        is_virtual: flags.contains('V'),
    }
}

fn read_identity(names: &mut Names, value: &Value) -> Identity {
    let mut member = |name: &str| names.intern(value[name].as_str().unwrap_or_default());
    Identity {
        api_version: member("apiVersion"),
        kind: member("kind"),
        namespace: member("namespace"),
        name: member("name"),
        uid: member("uid"),
    }
}

fn link(nodes: &mut [DotNode]) {
    for number in 0..nodes.len() {
        let dependent = nodes[number].identity.uid;
        for owner in nodes[number].owners.clone().iter() {
            if let Some(node) = nodes.iter_mut().find(|node| node.identity.uid == owner.uid) {
                node.dependents.push(dependent);
            }
        }
    }
}

fn assert(text: &str, about: &Value) -> Result<(), String> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (what, expected) in about.as_object().ok_or("assert has to be an object")? {
        match what.as_str() {
            "lines" => same(what, &lines, &texts(expected)?)?,
            "edges" => {
                let edges: Vec<String> = lines
                    .iter()
                    .filter(|line| line.contains("\" -> \""))
                    .map(|line| line.trim().to_owned())
                    .collect();
                same(what, &edges, &texts(expected)?)?;
            }
            "nodes" => {
                let opens = lines.iter().filter_map(|line| line.trim().strip_suffix(" ["));
                same(what, &opens.map(str::to_owned).collect(), &texts(expected)?)?;
            }
            "contains" => {
                for line in texts(expected)? {
                    if !lines.contains(&line) {
                        return Err(format!("no line {line:?} in\n{text}"));
                    }
                }
            }
            other => return Err(format!("unknown assertion {other}")),
        }
    }
    if text.ends_with('\n') {
        Ok(())
    } else {
        Err("the last line has no end".to_owned())
    }
}

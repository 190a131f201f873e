use super::decode::{Decoded, decode};
use super::defaults::set_defaults;
use super::gates::{drop_gated, is_recorded};
use super::leaf::Zone;
use super::normalise::{canonical_quantities, convert, drop_empty};
use super::schema::{NEWEST_MINOR, OLDEST_MINOR};
use super::{HashError, Template, Value};
use alloc::string::String;
use alloc::vec::Vec;

/// What a template was taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As a user writes it: what the API server would set, drop and rewrite is set, dropped and rewritten here.
    Manifest,
    /// As the API server stored it: nothing is set, dropped or rewritten.
    Stored,
    /// As a client in Go holds it before it was sent: not even empty lists become nil. No controller sees this.
    Decoded,
}

/// How sure a hash is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Certainty {
    /// The form is the stored one, or what this version's API server makes of a manifest was recorded.
    Certain,
    /// A manifest, for a version of whose API server there are no recordings: only the hash of the stored form is
    /// certain there (1.8 to 1.28, and 1.31).
    DefaultsNotRecorded,
}

/// A template in the types of one version, ready to be dumped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prepared {
    /// The version `1.minor`.
    pub minor: u32,
    /// What it was taken for.
    pub form: Form,
    /// Fields that this version does not have, which vanish.
    pub unknown: Vec<String>,
    /// Fields that the API server drops or rewrites because a feature gate is off.
    pub gated: Vec<String>,
    /// The zone of the controller's process, which only matters where [`Self::depends_on_zone`].
    pub zone: Zone,
    pub(super) value: Value,
}

/// Takes a template to the form that the controllers of `1.minor` see.
///
/// # Errors
/// Where the API server would refuse to read it, or its dump is not known.
pub fn prepare(template: &Template, form: Form, minor: u32) -> Result<Prepared, HashError> {
    let Decoded { mut value, unknown } = decode(template.value(), minor)?;
    let mut gated = Vec::new();
    match form {
        Form::Decoded => {}
        Form::Stored => drop_empty(&mut value, minor),
        Form::Manifest => {
            set_defaults(&mut value, minor);
            canonical_quantities(&mut value, minor);
            convert(&mut value);
            gated = drop_gated(&mut value, minor);
            drop_empty(&mut value, minor);
            // What is stored is read, defaulted and written again before a controller gets it.
            set_defaults(&mut value, minor);
            canonical_quantities(&mut value, minor);
        }
    }
    Ok(Prepared {
        minor,
        form,
        unknown,
        gated,
        zone: Zone::default(),
        value,
    })
}

/// Whether a template is in stored form: everything that the API server always sets is set. A manifest in which
/// somebody has written all that out counts as stored too.
pub fn form_of(template: &Template) -> Form {
    let spec = template.value().get("spec").unwrap_or(&Value::Null);
    let has = |value: &Value, names: &[&str]| {
        names
            .iter()
            .all(|name| !matches!(value.get(name), None | Some(Value::Null)))
    };
    let defaulted = has(
        spec,
        &[
            "dnsPolicy",
            "restartPolicy",
            "schedulerName",
            "securityContext",
            "terminationGracePeriodSeconds",
        ],
    ) && ["containers", "initContainers"].iter().all(|list| {
        let containers = spec.get(list).map_or(&[][..], Value::elements);
        containers.iter().all(|container| {
            has(
                container,
                &[
                    "imagePullPolicy",
                    "terminationMessagePath",
                    "terminationMessagePolicy",
                ],
            )
        })
    });
    if defaulted { Form::Stored } else { Form::Manifest }
}

/// The fields that no version at all has; they are most likely misspelt.
///
/// # Errors
/// As [`prepare`].
pub fn unknown_fields(template: &Template) -> Result<Vec<String>, HashError> {
    let mut unknown = decode(template.value(), NEWEST_MINOR)?.unknown;
    let mut minor = NEWEST_MINOR;
    while minor > OLDEST_MINOR && !unknown.is_empty() {
        minor -= 1;
        // A field may be unknown since the one around it is, so each version's answer counts.
        let there = decode(template.value(), minor)?.unknown;
        unknown.retain(|field| {
            there
                .iter()
                .any(|other| is_inside(field, other) || is_inside(other, field))
        });
    }
    Ok(unknown)
}

fn is_inside(field: &str, around: &str) -> bool {
    field
        .strip_prefix(around)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

impl Prepared {
    /// How sure its hash is.
    pub fn certainty(&self) -> Certainty {
        if self.form == Form::Manifest && !is_recorded(self.minor) {
            Certainty::DefaultsNotRecorded
        } else {
            Certainty::Certain
        }
    }

    /// Whether the dump holds a time: it then depends on the zone of the controller's process, and is given here for one
    /// without zone data (SP-12).
    pub fn depends_on_zone(&self) -> bool {
        let metadata = self.value.get("metadata").unwrap_or(&Value::Null);
        let is_set = |name| {
            let time = metadata.get(name).and_then(Value::as_text);
            time.is_some_and(|text| text != super::decode::ZERO_TIME)
        };
        is_set("creationTimestamp") || is_set("deletionTimestamp")
    }

    /// Its value, as far as it is not zero.
    pub fn value(&self) -> &Value {
        &self.value
    }
}

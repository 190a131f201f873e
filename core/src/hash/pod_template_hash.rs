use super::dump::{Setting, dump};
use super::fnv32::Fnv1a;
use super::prepare::{Form, Prepared, prepare};
use super::{HashError, Template, safe_encode};
use alloc::string::{String, ToString};

/// The label that the Deployment controller adds to ReplicaSets and their pods (HS-7).
pub const HASH_LABEL: &str = "pod-template-hash";

/// The hash of a template.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PodTemplateHash {
    /// The 32-bit sum.
    pub sum: u32,
}

impl PodTemplateHash {
    /// As names and labels carry it: its decimal digits in the alphabet of safe characters (HS-3).
    pub fn encoded(self) -> String {
        safe_encode(&self.sum.to_string())
    }

    /// The value of the label `pod-template-hash`: up to 1.11 plain decimal digits (HS-12).
    pub fn label(self, minor: u32) -> String {
        if minor <= 11 {
            self.sum.to_string()
        } else {
            self.encoded()
        }
    }
}

/// The hash that the controllers of `1.minor` compute of a stored template, `ComputeHash`: with `None` where the status
/// has no collisionCount, which is not the same as 0 (HS-3).
///
/// # Errors
/// Where the API server would refuse to read the template, or its dump is not known.
pub fn pod_template_hash(
    template: &Template,
    minor: u32,
    collision_count: Option<i32>,
) -> Result<PodTemplateHash, HashError> {
    Ok(prepare(template, Form::Stored, minor)?.hash(collision_count))
}

impl Prepared {
    /// Its hash.
    pub fn hash(&self, collision_count: Option<i32>) -> PodTemplateHash {
        with_count(self.dump_state(), collision_count)
    }

    /// The hash of an object that was encoded before, which keeps the texts of some quantities (QT-10).
    pub fn hash_after_encoding(&self, collision_count: Option<i32>) -> PodTemplateHash {
        let mut state = Fnv1a::default();
        let setting = Setting {
            encoded: true,
            ..self.setting()
        };
        dump(&self.value, setting, &mut state);
        with_count(state, collision_count)
    }

    /// The state of the hash after the dump, before the collisionCount: the hash of all counts follows from it.
    pub fn dump_state(&self) -> Fnv1a {
        let mut state = Fnv1a::default();
        dump(&self.value, self.setting(), &mut state);
        state
    }

    pub(super) fn setting(&self) -> Setting {
        Setting {
            minor: self.minor,
            encoded: false,
            zone: self.zone,
        }
    }

    /// The text that is hashed.
    pub fn dump(&self) -> String {
        let mut text = String::new();
        dump(&self.value, self.setting(), &mut text);
        text
    }
}

/// Adds the collisionCount: eight bytes, the lowest first, of which it fills four (HS-3).
pub fn with_count(mut state: Fnv1a, collision_count: Option<i32>) -> PodTemplateHash {
    if let Some(count) = collision_count {
        state.write(&u64::from(count as u32).to_le_bytes());
    }
    PodTemplateHash { sum: state.0 }
}

use crate::hash::prepare::{Form, prepare};
use crate::hash::schema::{NEWEST_MINOR, OLDEST_MINOR};
use crate::hash::{HashError, Template, with_count};
use alloc::string::ToString;
use alloc::vec::Vec;

/// The largest collisionCount that is tried where nobody asks for another.
pub const MAX_COUNT: i32 = 20;

/// A version and a collisionCount whose controller-manager makes a label out of a template.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Maker {
    /// The version `1.minor`.
    pub minor: u32,
    /// The collisionCount; `None` where the status had none.
    pub collision_count: Option<i32>,
}

/// Who can have given a ReplicaSet with this template its label `pod-template-hash` (HS-11): every version is tried, with
/// no collisionCount and with those up to `most`. The template is taken without the label; that of a ReplicaSet is stored.
///
/// # Errors
/// Where the template cannot be read in any version.
pub fn makers_of(template: &Template, form: Form, label: &str, most: i32) -> Result<Vec<Maker>, HashError> {
    let template = template.without_hash_label();
    let mut makers = Vec::new();
    for minor in (OLDEST_MINOR..=NEWEST_MINOR).rev() {
        let state = prepare(&template, form, minor)?.dump_state();
        let counts = core::iter::once(None).chain((0..=most).map(Some));
        for collision_count in counts {
            let hash = with_count(state, collision_count);
            // HS-12: up to 1.11 the label is the plain number.
            let made = if minor <= 11 {
                label == hash.sum.to_string()
            } else {
                label == hash.encoded()
            };
            if made {
                makers.push(Maker {
                    minor,
                    collision_count,
                });
            }
        }
    }
    Ok(makers)
}

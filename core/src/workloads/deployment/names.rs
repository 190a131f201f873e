use crate::hash::{Fnv1a, with_count};
use alloc::string::String;

pub use crate::hash::replica_set_name;

/// The hash of a template from its FNV-1a state and a collision count (HS-3): absent and 0 differ.
pub fn pod_template_hash(hash_state: u32, collision_count: Option<i32>) -> String {
    with_count(Fnv1a(hash_state), collision_count).encoded()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_and_zero_collisions_differ() {
        let state = 0x811c_9dc5;
        let (none, zero) = (pod_template_hash(state, None), pod_template_hash(state, Some(0)));
        // 2166136261, digit by digit.
        assert_eq!(none, "65bb57b6b5");
        assert_ne!(none, zero);
        assert_ne!(zero, pod_template_hash(state, Some(1)));
    }
}

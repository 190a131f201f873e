use alloc::string::String;

/// The letters of a hash (HS-1): no vowels, and nothing that looks like another.
const ALPHABET: &[u8; 27] = b"bcdfghjklmnpqrstvwxz2456789";

/// Longest name of an object.
const NAME_LIMIT: usize = 253;

/// The hash of a template from its FNV-1a state and a collision count (HS-3): absent and 0 differ.
pub fn pod_template_hash(hash_state: u32, collision_count: Option<i32>) -> String {
    let mut sum = hash_state;
    if let Some(count) = collision_count {
        // Eight bytes: the count as an unsigned 32-bit number, little end first, then nothing.
        for byte in u64::from(count.cast_unsigned()).to_le_bytes() {
            sum = (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    let digits = alloc::format!("{sum}");
    digits
        .bytes()
        .map(|digit| char::from(ALPHABET[usize::from(digit) % ALPHABET.len()]))
        .collect()
}

/// The name of a Deployment's ReplicaSet (HS-8): cut to fit from 1.34 on.
pub fn replica_set_name(deployment: &str, hash: &str, cut: bool) -> String {
    let mut kept = deployment;
    let room = NAME_LIMIT.saturating_sub(1 + hash.len());
    if cut && room > 0 && deployment.len() > room {
        let end = (0..=room).rev().find(|&end| deployment.is_char_boundary(end));
        kept = &deployment[..end.unwrap_or(0)];
    }
    alloc::format!("{kept}-{hash}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_and_zero_collisions_differ() {
        let state = 0x811c_9dc5;
        let (none, zero, one) = (
            pod_template_hash(state, None),
            pod_template_hash(state, Some(0)),
            pod_template_hash(state, Some(1)),
        );
        // 2166136261, digit by digit.
        assert_eq!(none, "65bb57b6b5");
        assert_ne!(none, zero);
        assert_ne!(zero, one);
    }

    #[test]
    fn long_names_are_cut_from_1_34_on() {
        let long = "d".repeat(250);
        assert_eq!(replica_set_name(&long, "5788b74fd8", true).len(), 253);
        assert_eq!(replica_set_name(&long, "5788b74fd8", false).len(), 261);
        assert_eq!(replica_set_name("web", "5788b74fd8", true), "web-5788b74fd8");
    }
}

/// Memory that the process holds now and held at most, in bytes; `None` where the system does not say.
pub fn resident() -> Option<(u64, u64)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let field = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace()
            .nth(1)?
            .parse::<u64>()
            .ok()
            .map(|kilobytes| kilobytes * 1024)
    };
    Some((field("VmRSS:")?, field("VmHWM:")?))
}

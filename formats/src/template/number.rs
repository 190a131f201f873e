/// A number as Go's JSON encoder writes a float: as few digits as tell it from its neighbours, with an exponent below
/// 1e-6 and from 1e21 on. kubectl reads and writes every number with a fraction or an exponent this way before it sends
/// it, so this is what a quantity that is written as a number arrives as.
pub fn go_float(number: f64) -> String {
    let size = number.abs();
    if size != 0.0 && !(1e-6..1e21).contains(&size) {
        let text = format!("{number:e}");
        match text.split_once('e') {
            Some((digits, exponent)) if !exponent.starts_with('-') => format!("{digits}e+{exponent}"),
            _ => text,
        }
    } else {
        format!("{number}")
    }
}

#[cfg(test)]
mod tests {
    use super::go_float;

    #[test]
    fn floats_are_written_as_go_writes_them() {
        for (number, text) in [
            (1.5, "1.5"),
            (0.1, "0.1"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.25e-7, "1.25e-7"),
            (0.000_001, "0.000001"),
            (-2.5, "-2.5"),
        ] {
            assert_eq!(go_float(number), text);
        }
    }
}

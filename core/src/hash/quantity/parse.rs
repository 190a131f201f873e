use super::amount::Decimal;
use super::nat::Nat;
use super::{Amount, Format, Quantity};
use alloc::string::String;

/// Bytes of a quantity's text; the real parser knows no limit.
pub const MAX_QUANTITY_BYTES: usize = 1_024;
/// The power of ten up to which a number is written out. Where the real parser would have to write out more it does not
/// come back (`1e2147483648` keeps it busy for longer than anybody waits), so such a number is refused (QT-3).
pub const MAX_QUANTITY_EXPONENT: u32 = 2_000;

/// Why a text is no quantity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuantityError {
    /// It is not written like one.
    Format,
    /// It ends in what is no suffix.
    Suffix,
    /// It has no digits.
    Numeric,
    /// It is longer than [`MAX_QUANTITY_BYTES`].
    TooLong,
    /// Its number has more digits than anybody writes out: beyond [`MAX_QUANTITY_EXPONENT`].
    Absurd,
}

/// The parts of a quantity's text (QT-3).
struct Parts<'t> {
    negative: bool,
    /// Sign, digits and point.
    number: &'t str,
    /// Digits before the point, without leading zeros, but never empty.
    whole: &'t str,
    /// Digits after the point.
    fraction: &'t str,
    suffix: &'t str,
}

fn split(text: &str) -> Result<Parts<'_>, QuantityError> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let signed = text.strip_prefix(['-', '+']).unwrap_or(text);
    let negative = text.starts_with('-');
    let rest = signed.trim_start_matches('0');
    if rest.is_empty() {
        return Ok(Parts {
            negative,
            number: "0",
            whole: "0",
            fraction: "",
            suffix: "",
        });
    }
    let (whole, rest) = rest.split_at(digits(rest));
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(after) => after.split_at(digits(after)),
        None => ("", rest),
    };
    let letters = rest
        .bytes()
        .take_while(|byte| b"eEinumkKMGTP".contains(byte))
        .count();
    let exponent = rest[letters..]
        .strip_prefix(['-', '+'])
        .unwrap_or(&rest[letters..]);
    if digits(exponent) < exponent.len() {
        return Err(QuantityError::Format);
    }
    Ok(Parts {
        negative,
        number: &text[..text.len() - rest.len()],
        whole: if whole.is_empty() { "0" } else { whole },
        fraction,
        suffix: rest,
    })
}

/// What a suffix means: the power of the base 10 or 2, and how the quantity is written.
fn suffix(text: &str) -> Option<(i32, Format)> {
    Some(match text {
        "" => (0, Format::DecimalSi),
        "n" => (-9, Format::DecimalSi),
        "u" => (-6, Format::DecimalSi),
        "m" => (-3, Format::DecimalSi),
        "k" => (3, Format::DecimalSi),
        "M" => (6, Format::DecimalSi),
        "G" => (9, Format::DecimalSi),
        "T" => (12, Format::DecimalSi),
        "P" => (15, Format::DecimalSi),
        "E" => (18, Format::DecimalSi),
        "Ki" => (10, Format::BinarySi),
        "Mi" => (20, Format::BinarySi),
        "Gi" => (30, Format::BinarySi),
        "Ti" => (40, Format::BinarySi),
        "Pi" => (50, Format::BinarySi),
        "Ei" => (60, Format::BinarySi),
        _ => {
            let exponent: i64 = text.strip_prefix(['e', 'E'])?.parse().ok()?;
            // The real parser cuts it to 32 bits without asking.
            (exponent as i32, Format::DecimalExponent)
        }
    })
}

impl Quantity {
    /// Reads a quantity, as `ParseQuantity` does.
    ///
    /// # Errors
    /// Where the text is refused by the real parser, or would keep it busy without end.
    pub fn parse(text: &str) -> Result<Quantity, QuantityError> {
        if text.is_empty() {
            return Err(QuantityError::Format);
        }
        if text.len() > MAX_QUANTITY_BYTES {
            return Err(QuantityError::TooLong);
        }
        if text == "0" {
            return Ok(Quantity {
                amount: Amount::default(),
                text: String::from("0"),
                format: Format::DecimalSi,
            });
        }
        let parts = split(text)?;
        let (exponent, format) = suffix(parts.suffix).ok_or(QuantityError::Suffix)?;
        match fast(text, &parts, exponent, format)? {
            Some(quantity) => Ok(quantity),
            None => slow(&parts, exponent, format),
        }
    }
}

/// Numbers of up to 18 digits become an `int64Amount` (QT-4); their text is kept if it looks canonical (QT-5).
fn fast(
    text: &str,
    parts: &Parts<'_>,
    exponent: i32,
    format: Format,
) -> Result<Option<Quantity>, QuantityError> {
    let digits = (parts.whole.len() + parts.fraction.len()) as i32;
    let (scale, factor) = if format == Format::BinarySi {
        if !parts.fraction.is_empty() || 15 - digits - exponent * 3 / 10 - 1 < 0 {
            return Ok(None);
        }
        (0, 1_i64 << exponent)
    } else {
        let scale = exponent.wrapping_sub(parts.fraction.len() as i32);
        if digits > 18 || scale < -9 {
            return Ok(None);
        }
        (scale, 1)
    };
    let mut number: i64 = 0;
    for digit in parts.whole.bytes().chain(parts.fraction.bytes()) {
        // At most 18 digits, so nothing overflows.
        number = number * 10 + i64::from(digit - b'0');
    }
    let Some(value) = number.checked_mul(factor) else {
        return Ok(None);
    };
    let canonical = if format == Format::BinarySi {
        number % 8 != 0
    } else {
        let ends_in_thousand = match parts.fraction.len() {
            0 => parts.whole.ends_with("000"),
            _ => number % 1_000 == 0 && digits >= 3,
        };
        scale % 3 == 0 && !ends_in_thousand && !parts.whole.starts_with('0')
    };
    Ok(Some(Quantity {
        amount: Amount::Small {
            value: if parts.negative { -value } else { value },
            scale,
        },
        text: if canonical {
            String::from(text)
        } else {
            String::new()
        },
        format,
    }))
}

/// Everything else becomes an `inf.Dec`, rounded away from zero to nine decimals (QT-6).
fn slow(parts: &Parts<'_>, exponent: i32, mut format: Format) -> Result<Quantity, QuantityError> {
    let digits = parts.number.bytes().filter(u8::is_ascii_digit);
    if digits.clone().next().is_none() {
        return Err(QuantityError::Numeric);
    }
    let mut decimal = Decimal {
        negative: false,
        digits: Nat::from_digits(digits),
        scale: parts.fraction.len() as i32,
    };
    if format == Format::BinarySi {
        decimal.digits.multiply(1 << exponent);
    } else {
        decimal.scale = decimal.scale.wrapping_sub(exponent);
    }
    if !decimal.digits.is_zero() {
        if decimal.scale.unsigned_abs() > MAX_QUANTITY_EXPONENT {
            return Err(QuantityError::Absurd);
        }
        decimal.rescale(9);
    }
    if format == Format::BinarySi {
        let most = Decimal {
            negative: false,
            digits: Nat::from(i64::MAX as u64),
            scale: 0,
        };
        let one = Decimal {
            negative: false,
            digits: Nat::from(1),
            scale: 0,
        };
        if decimal.compare_size(&most).is_gt() {
            decimal = most;
        } else if !decimal.digits.is_zero() && decimal.compare_size(&one).is_lt() {
            format = Format::DecimalSi;
        }
    }
    decimal.negative = parts.negative && !decimal.digits.is_zero();
    Ok(Quantity {
        amount: Amount::Large(decimal),
        text: String::new(),
        format,
    })
}

//! The contrast of two colours, as far as they are written as plain numbers. What a gradient or a name
//! comes to is the browser's to say.

/// How many tenths the contrast of two colours has, 10 to 210; `None` when one is not `#rgb` or `#rrggbb`.
pub fn tenths(one: &str, other: &str) -> Option<u8> {
    of_channels(channels(one)?, channels(other)?)
}

/// The same of colours whose channels are known.
pub fn of_channels(one: [u8; 3], other: [u8; 3]) -> Option<u8> {
    let (one, other) = (luminance(one), luminance(other));
    let ratio = (one.max(other) + 0.05) / (one.min(other) + 0.05);
    (10..=210).rev().find(|tenths| f64::from(*tenths) <= ratio * 10.0)
}

/// Red, green and blue of `#rgb` or `#rrggbb`.
pub fn channels(colour: &str) -> Option<[u8; 3]> {
    let digits = colour.trim_ascii().strip_prefix('#')?;
    let step = match digits.len() {
        3 => 1,
        6 => 2,
        _ => return None,
    };
    let mut channels = [0; 3];
    for (at, channel) in channels.iter_mut().enumerate() {
        let digits = digits.get(at * step..(at + 1) * step)?;
        let value = u8::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
        *channel = if step == 1 { value * 17 } else { value };
    }
    Some(channels)
}

/// The relative luminance by WCAG 2.2, 0 to 1.
fn luminance(channels: [u8; 3]) -> f64 {
    let weights = [0.2126, 0.7152, 0.0722];
    let parts = channels.iter().zip(weights);
    parts.map(|(channel, weight)| weight * linear(f64::from(*channel) / 255.0)).sum()
}

/// Undoes the encoding of a channel: the 2.4th power, for which `core` has no function.
fn linear(value: f64) -> f64 {
    if value <= 0.040_45 {
        return value / 12.92;
    }
    let value = (value + 0.055) / 1.055;
    let square = value * value;
    // Newton's method for the fifth root of the square; it settles within a few steps from above.
    let mut root = 1.0;
    for _ in 0..32 {
        let fourth = root * root * root * root;
        root -= (fourth * root - square) / (5.0 * fourth);
    }
    square * root
}

#[cfg(test)]
mod tests {
    use super::tenths;

    #[test]
    fn contrasts_are_those_of_the_standard() {
        for (one, other, expected) in [
            ("#000", "#fff", Some(210)),
            ("#FFFFFF", " #ffffff ", Some(10)),
            ("#767676", "#fff", Some(45)),
            ("#777777", "#fff", Some(44)),
            ("#f00", "#fff", Some(39)),
            ("#00f", "#fff", Some(85)),
            ("red", "#fff", None),
            ("#ff", "#fff", None),
            ("#+f+f+f", "#fff", None),
            ("#ü0", "#fff", None),
            ("#00000080", "#fff", None),
        ] {
            assert_eq!(tenths(one, other), expected, "{one} {other}");
            assert_eq!(tenths(other, one), expected, "{other} {one}");
        }
    }
}

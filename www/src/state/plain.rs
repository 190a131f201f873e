use kubeloupe_core::object::Names;
use std::fmt::Write;

/// The same strings with nothing in them that a screen does not show as it is: control characters, and those that turn
/// the direction of writing or have no width, are written as their code points. No cluster accepts such names, but a
/// dump may hold anything. `None` where that changes nothing, which is almost always.
pub fn plain_names(names: &Names) -> Option<Names> {
    if !names.iter().any(|(_, text)| text.chars().any(is_odd)) {
        return None;
    }
    let mut plain = Names::default();
    for (name, text) in names.iter() {
        let mut shown = plain_text(text);
        // Another name may be written like this already.
        while name.index() >= plain.len()
            && (plain.find(&shown).is_some() || (shown != text && names.find(&shown).is_some()))
        {
            shown.push('′');
        }
        let made = plain.intern(&shown);
        debug_assert_eq!(made, name, "every string keeps its number");
    }
    Some(plain)
}

/// A text as it can be shown.
pub fn plain_text(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_odd(letter) {
            // Writing into a string cannot fail.
            let _ = write!(plain, "⟨U+{:04X}⟩", u32::from(letter));
        } else {
            plain.push(letter);
        }
    }
    plain
}

fn is_odd(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        '\u{00AD}' | '\u{061C}' | '\u{180E}' | '\u{FEFF}' => true,
        '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' => true,
        '\u{E0000}'..='\u{E007F}' => true,
        _ => letter.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kubeloupe_core::object::Name;

    #[test]
    fn nothing_turns_the_direction_of_writing() {
        let mut names = Names::default();
        let turned = names.intern("web-\u{202E}dab");
        let same = names.intern("web-⟨U+202E⟩dab");
        let message = names.intern("two\nlines, 中文");
        let plain = plain_names(&names).expect("there is something to change");
        assert_eq!(plain.text(turned), "web-⟨U+202E⟩dab′");
        assert_eq!(plain.text(same), "web-⟨U+202E⟩dab");
        assert_eq!(plain.text(message), "two\nlines, 中文");
        assert_eq!(plain.text(Name::POD), "Pod");
        assert!(plain_names(&Names::default()).is_none());
    }
}

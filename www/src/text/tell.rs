use super::Language;
use kubeloupe_core::object::{Kinds, Names};
use kubeloupe_core::sim::Effect;
use kubeloupe_formats::text;

/// What an effect says in a sentence.
pub fn tell(effect: &Effect, names: &Names, kinds: &Kinds, language: Language) -> String {
    text::sentence(effect, names, kinds, language.formats())
}

/// The rule of this id, as the texts know it; small letters do too.
pub fn rule_id(id: &str) -> Option<&'static str> {
    let rules = text::RULES.iter().map(|(known, _)| *known);
    rules
        .into_iter()
        .find(|known| known.eq_ignore_ascii_case(id.trim()))
}

/// What a rule says, in short.
pub fn rule_text(rule: &str, language: Language) -> Option<&'static str> {
    text::rule(rule, language.formats())
}

use crate::dump::Note;
use crate::error::{LoadError, Place, Problem, Vocabulary, nearest};
use crate::input::excerpt;
use kubeloupe_core::sim::Config;
use kubeloupe_core::versions::{Evidence, Gate, KNOWN, Overrides, Switch};

/// What somebody asks for: a version of Kubernetes, and what of it is to be otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VersionChoice {
    /// The minor; the newest where none was asked for.
    pub minor: Option<u32>,
    /// Switches, in the order in which they were set.
    pub switches: Vec<(Switch, bool)>,
    /// Feature gates, in the order in which they were set.
    pub gates: Vec<(Gate, bool)>,
}

impl VersionChoice {
    /// Reads what the command line says: `1.37`, switches as `NAME=on`, feature gates as `NAME=true`.
    ///
    /// # Errors
    ///
    /// The first of them that is not known, with its option. Whether a gate can be set so depends on the minor, and is
    /// found out by [`configure`](Self::configure).
    pub fn of_words(
        kubernetes: Option<&str>,
        switches: &[String],
        gates: &[String],
    ) -> Result<Self, LoadError> {
        let minor = kubernetes
            .map(minor_of)
            .transpose()
            .map_err(|problem| at("--kubernetes", problem))?;
        let mut choice = VersionChoice {
            minor,
            ..VersionChoice::default()
        };
        for word in switches {
            let (name, on) = setting(word).map_err(|problem| at("--switch", problem))?;
            let switch = switch_of(name).map_err(|problem| at("--switch", problem))?;
            choice.switches.push((switch, on));
        }
        // As upstream takes them, several may be in one.
        for word in gates.iter().flat_map(|words| words.split(',')) {
            let (name, on) = setting(word).map_err(|problem| at("--feature-gate", problem))?;
            let gate = gate_of(name).map_err(|problem| at("--feature-gate", problem))?;
            choice.gates.push((gate, on));
        }
        Ok(choice)
    }

    /// The same with what `other` asks for instead, or beside it.
    #[must_use]
    pub fn then(mut self, other: &VersionChoice) -> Self {
        self.minor = other.minor.or(self.minor);
        self.switches.extend(&other.switches);
        self.gates.extend(&other.gates);
        self
    }

    /// The minor, and what stands otherwise in it: first what the gates do, then the switches themselves.
    ///
    /// # Errors
    ///
    /// The gate that cannot be set so in that minor, and why.
    pub fn settle(&self) -> Result<(u32, Overrides), (Gate, Problem)> {
        let minor = self.minor();
        let mut overrides = Overrides::default();
        overrides
            .set_gates(&self.gates, minor)
            .map_err(|(gate, why)| (gate, Problem::Gate { gate, minor, why }))?;
        for &(switch, on) in &self.switches {
            overrides.set(switch, on);
        }
        Ok((minor, overrides))
    }

    /// Puts what the command line says into a configuration.
    ///
    /// # Errors
    ///
    /// The gate that cannot be set so in that minor, and why.
    pub fn configure(&self, config: &mut Config) -> Result<(), LoadError> {
        (config.minor, config.overrides) = self
            .settle()
            .map_err(|(gate, problem)| at(&format!("--feature-gate {}", gate.name()), problem))?;
        Ok(())
    }

    /// The minor; the newest where none was asked for.
    pub fn minor(&self) -> u32 {
        self.minor.unwrap_or(*KNOWN.end())
    }

    /// What people should know about it: how well the minor is known, and what they set in vain.
    pub fn notes(&self) -> Vec<Note> {
        let mut notes: Vec<Note> = minor_note(self.minor()).into_iter().collect();
        notes.extend(self.in_vain());
        notes
    }

    /// What was set and changes nothing that is simulated.
    pub fn in_vain(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        for &(gate, _) in &self.gates {
            let note = Note::GateWithoutEffect(gate);
            if !gate.switches().any(Switch::is_simulated) && !notes.contains(&note) {
                notes.push(note);
            }
        }
        for &(switch, _) in &self.switches {
            let note = Note::SwitchWithoutEffect(switch);
            if !switch.is_simulated() && !notes.contains(&note) {
                notes.push(note);
            }
        }
        notes
    }
}

/// An error of an option.
fn at(option: &str, problem: Problem) -> LoadError {
    LoadError::of_field(Place::default(), option.to_owned(), problem)
}

/// What people should know of a minor that was not compared.
pub(crate) fn minor_note(minor: u32) -> Option<Note> {
    (Evidence::of(minor) == Some(Evidence::Older)).then_some(Note::OlderMinor(minor))
}

/// The minor that a text such as `1.37`, `v1.37` or `1.37.2` names, if anything is known of it.
pub(crate) fn minor_of(text: &str) -> Result<u32, Problem> {
    let minor = text.strip_prefix('v').unwrap_or(text).strip_prefix("1.");
    let minor = minor.and_then(|rest| rest.split(['.', '-', '+']).next()?.parse::<u32>().ok());
    let Some(minor) = minor else {
        return Err(Problem::Unreadable {
            expected: crate::Expected::Version,
            text: excerpt(text),
        });
    };
    if KNOWN.contains(&minor) {
        Ok(minor)
    } else {
        Err(Problem::MinorNotKnown {
            minor,
            nearest: minor.clamp(*KNOWN.start(), *KNOWN.end()),
        })
    }
}

/// The switch of that name.
pub(crate) fn switch_of(name: &str) -> Result<Switch, Problem> {
    Switch::named(name).ok_or_else(|| unknown(Vocabulary::Switch, name, Switch::NAMES))
}

/// The feature gate of that name.
pub(crate) fn gate_of(name: &str) -> Result<Gate, Problem> {
    Gate::named(name).ok_or_else(|| unknown(Vocabulary::Gate, name, Gate::NAMES))
}

fn unknown(vocabulary: Vocabulary, name: &str, known: &'static [&'static str]) -> Problem {
    let word = excerpt(name);
    Problem::UnknownWord {
        vocabulary,
        nearest: nearest(&word, known),
        word,
        known,
    }
}

/// `NAME=on`, `NAME=false`.
fn setting(word: &str) -> Result<(&str, bool), Problem> {
    match word.split_once('=') {
        Some((name, "on" | "true")) => Ok((name, true)),
        Some((name, "off" | "false")) => Ok((name, false)),
        _ => Err(Problem::Unreadable {
            expected: crate::Expected::Setting,
            text: excerpt(word),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kubeloupe_core::versions::GateRefused;

    fn choice(kubernetes: &str, switches: &[&str], gates: &[&str]) -> Result<VersionChoice, LoadError> {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        VersionChoice::of_words(Some(kubernetes), &owned(switches), &owned(gates))
    }

    #[test]
    fn versions_are_read_as_servers_tell_them() {
        for (text, minor) in [
            ("1.37", 37),
            ("v1.29", 29),
            ("1.33.4", 33),
            ("v1.30.2-gke.1587003", 30),
            ("1.16", 16),
        ] {
            assert_eq!(choice(text, &[], &[]).unwrap().minor(), minor, "{text}");
        }
        for text in ["37", "1", "1.x", "", "2.1"] {
            let problem = choice(text, &[], &[]).unwrap_err().problem;
            assert!(
                matches!(problem, Problem::Unreadable { .. }),
                "{text}: {problem:?}"
            );
        }
        for (text, minor, nearest) in [
            ("1.38", 38, 37),
            ("1.15", 15, 16),
            ("1.4000000000", 4_000_000_000, 37),
        ] {
            let problem = choice(text, &[], &[]).unwrap_err().problem;
            assert_eq!(problem, Problem::MinorNotKnown { minor, nearest });
        }
    }

    #[test]
    fn settings_change_switches() {
        let choice = choice(
            "1.32",
            &["gc_delete_uses_resource_version=on", "namespace_pods_first=off"],
            &["OrderedNamespaceDeletion=true"],
        );
        let (minor, overrides) = choice.unwrap().settle().unwrap();
        assert_eq!(minor, 32);
        assert!(overrides.is_on(Switch::GcDeleteUsesResourceVersion, minor));
        // The switch itself has the last word.
        assert!(!overrides.is_on(Switch::NamespacePodsFirst, minor));
    }

    #[test]
    fn what_cannot_be_set_is_refused_with_its_option() {
        for (switches, gates, option) in [
            (&["gc_deletes=on"][..], &[][..], "--switch"),
            (&["namespace_pods_first"], &[], "--switch"),
            (&["namespace_pods_first=maybe"], &[], "--switch"),
            (&[], &["OrderedNamespaces=true"], "--feature-gate"),
            (
                &[],
                &["AtomicFIFO=true,OrderedNamespaceDeletion"],
                "--feature-gate",
            ),
        ] {
            let error = choice("1.37", switches, gates).unwrap_err();
            assert_eq!(error.field, option, "{error}");
        }
        let choice = choice("1.34", &[], &["OrderedNamespaceDeletion=false"]).unwrap();
        let mut config = Config::default();
        let error = choice.configure(&mut config).unwrap_err();
        assert_eq!(config, Config::default());
        assert_eq!(error.field, "--feature-gate OrderedNamespaceDeletion");
        assert!(matches!(
            error.problem,
            Problem::Gate {
                minor: 34,
                why: GateRefused::Fixed(_),
                ..
            }
        ));
    }

    #[test]
    fn what_is_set_in_vain_and_what_is_not_certain_is_said() {
        let choice = choice("1.29", &["job_consistency_store=on"], &["PodDeletionCost=false"]).unwrap();
        assert_eq!(
            choice.notes(),
            [
                Note::GateWithoutEffect(Gate::PodDeletionCost),
                Note::SwitchWithoutEffect(Switch::JobConsistencyStore)
            ]
        );
        let older = VersionChoice {
            minor: Some(21),
            ..VersionChoice::default()
        };
        assert_eq!(older.notes(), [Note::OlderMinor(21)]);
        assert_eq!(VersionChoice::default().notes(), []);
    }
}

use super::SharedPlace;
use crate::state::Script;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::sim::Schedule;
use kubeloupe_formats::dump::Epoch;
use serde_json::{Value, json};
use std::io::{Read, Write};

/// The longest link that is made, in characters: what browsers, mail and chats carry without cutting it.
pub const MOST_LINK: usize = 32_000;

/// The longest content that a link may unpack to, in bytes.
const MOST_CONTENT: u64 = 16 << 20;

/// What every link of this version begins with (design 4.4).
const PREFIX: &str = "#v1/";

/// What a link carries.
#[derive(Clone, PartialEq, Debug)]
pub struct Shared {
    /// What is open, and what is asked, as a scenario file; null where a file is played.
    pub scenario: Value,
    /// The file that is played.
    pub script: Option<Script>,
    /// Which moment is time 0, where that is not the newest of what is open.
    pub epoch: Option<Epoch>,
    /// Where its sender stood.
    pub place: SharedPlace,
}

impl Shared {
    /// A scenario file by itself: its first deletion says which policy is chosen, and nothing is watched.
    pub fn of_scenario(scenario: Value) -> Self {
        let policy = &scenario["actions"][0]["delete"]["propagationPolicy"];
        let cascade = match policy.as_str() {
            Some("Background") => Cascade::Background,
            Some("Orphan") => Cascade::Orphan,
            Some("Foreground") => Cascade::Foreground,
            _ => Cascade::ApiDefault,
        };
        Shared {
            epoch: None,
            place: SharedPlace {
                cascade,
                schedule: Schedule::Fair,
                step: None,
                chosen: Vec::new(),
            },
            scenario,
            script: None,
        }
    }

    /// A scenario file that is played, from its start.
    pub fn of_script(script: Script, place: SharedPlace) -> Self {
        Shared {
            scenario: Value::Null,
            script: Some(script),
            epoch: None,
            place,
        }
    }

    /// As it is carried.
    pub fn content(&self) -> Value {
        if let Some(script) = &self.script {
            return json!({ "script": script.to_json(), "place": self.place.to_json() });
        }
        json!({
            "scenario": self.scenario,
            "epoch": self.epoch.map(|epoch| epoch.unix_s),
            "place": self.place.to_json(),
        })
    }

    /// What was carried.
    pub fn of_content(text: &str) -> Option<Self> {
        let content: Value = serde_json::from_str(text).ok()?;
        if content.get("script").is_some() {
            let script = Script::of_json(&content["script"])?;
            return Some(Shared::of_script(
                script,
                SharedPlace::of_json(&content["place"])?,
            ));
        }
        Some(Shared {
            script: None,
            epoch: Some(Epoch {
                unix_s: content["epoch"].as_i64()?,
            }),
            place: SharedPlace::of_json(&content["place"])?,
            scenario: content
                .get("scenario")
                .filter(|scenario| scenario.is_object())?
                .clone(),
        })
    }

    /// The minor that it simulates.
    pub fn minor(&self) -> Option<u32> {
        self.scenario["kubernetes"]
            .as_str()?
            .strip_prefix("1.")?
            .parse()
            .ok()
    }
}

/// Why there is no link, or why one cannot be followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// It would be longer than links may be.
    TooLong,
    /// It holds a step that a link cannot tell.
    Untold,
    /// What a running cluster said about itself fits into no link.
    OfCluster,
    /// It is cut off, or no link of this page.
    Broken,
    /// It was made by a newer version, with this number.
    Newer(u32),
}

/// The end of a link: `#v1/` and the content, compressed, in characters that addresses may have.
pub fn link(shared: &Shared) -> Result<String, LinkError> {
    let content = shared.content();
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    // Writing into memory cannot fail.
    let _ = packed.write_all(content.to_string().as_bytes());
    let packed = packed.finish().unwrap_or_default();
    let link = format!("{PREFIX}{}", BASE64_URL_SAFE_NO_PAD.encode(packed));
    if link.len() > MOST_LINK {
        return Err(LinkError::TooLong);
    }
    Ok(link)
}

/// What the end of an address carries; `None` if it is no link.
pub fn read_link(fragment: &str) -> Option<Result<Shared, LinkError>> {
    let Some(packed) = fragment.strip_prefix(PREFIX) else {
        let version = fragment.strip_prefix("#v")?.split('/').next()?;
        return version.parse().ok().map(|version| Err(LinkError::Newer(version)));
    };
    Some(unpack(packed).ok_or(LinkError::Broken))
}

fn unpack(packed: &str) -> Option<Shared> {
    let packed = BASE64_URL_SAFE_NO_PAD.decode(packed).ok()?;
    let mut text = String::new();
    let mut unpacked = DeflateDecoder::new(packed.as_slice()).take(MOST_CONTENT);
    unpacked.read_to_string(&mut text).ok()?;
    Shared::of_content(&text)
}

#[cfg(test)]
mod tests {
    use super::super::Chosen;
    use super::*;

    fn shared(title: &str) -> Shared {
        Shared {
            scenario: json!({ "kubeloupe": "v1", "title": title, "objects": [] }),
            script: None,
            epoch: Some(Epoch {
                unix_s: 1_800_000_000,
            }),
            place: SharedPlace {
                cascade: Cascade::Orphan,
                schedule: Schedule::Random,
                step: Some(12),
                chosen: vec![
                    (3, Chosen::Candidate(1)),
                    (9, Chosen::Request(json!({ "delete": { "kind": "Pod" } }))),
                ],
            },
        }
    }

    #[test]
    fn a_link_is_read_as_it_was_written() {
        let shared = shared("a <title> with “quotes” 与中文");
        let link = link(&shared).expect("it is short");
        assert!(
            link.starts_with("#v1/") && link.bytes().all(|byte| byte.is_ascii_graphic()),
            "{link}"
        );
        assert_eq!(read_link(&link), Some(Ok(shared)));
    }

    #[test]
    fn a_broken_link_is_said_to_be_broken_and_others_are_left_alone() {
        let whole = link(&shared("x")).expect("it is short");
        for cut in [4, whole.len() / 2, whole.len() - 1] {
            assert_eq!(read_link(&whole[..cut]), Some(Err(LinkError::Broken)), "{cut}");
        }
        assert_eq!(read_link("#v1/%%%"), Some(Err(LinkError::Broken)));
        assert_eq!(read_link("#/nodes"), None);
        assert_eq!(read_link("#v2/abc"), Some(Err(LinkError::Newer(2))));
        assert_eq!(read_link("#v17"), Some(Err(LinkError::Newer(17))));
        assert_eq!(read_link("#version"), None);
        assert_eq!(read_link("#v99999999999/abc"), None);
    }

    #[test]
    fn what_is_too_large_for_a_link_gets_none() {
        // Letters that do not repeat cannot be compressed much.
        let mut state = 1_u32;
        let noise: String = (0..80_000)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                char::from(b'a' + u8::try_from(state >> 24).unwrap_or(0) % 26)
            })
            .collect();
        assert_eq!(link(&shared(&noise)), Err(LinkError::TooLong));
    }

    #[test]
    fn a_link_cannot_unpack_without_end() {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        for _ in 0..40 {
            packed.write_all(&[b' '; 1 << 20]).expect("memory takes it");
        }
        let packed = packed.finish().expect("memory takes it");
        let link = format!("{PREFIX}{}", BASE64_URL_SAFE_NO_PAD.encode(packed));
        assert_eq!(read_link(&link), Some(Err(LinkError::Broken)));
    }
}

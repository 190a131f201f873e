use super::reply::{NotListed, Reply};
use crate::dump::Draft;
use serde::Deserialize;

/// The list of one resource, page after page.
#[derive(Default)]
pub(super) struct Listing {
    /// What was read; a restart forgets it.
    pub(super) drafts: Vec<Draft>,
    /// Where the next page begins.
    pub(super) continue_token: Option<String>,
    /// How many more the server says there are after the pages so far.
    pub(super) remaining: u64,
    restarts: u8,
    retries: u8,
    /// It is over: read to its end, or given up.
    pub(super) outcome: Option<Result<(), NotListed>>,
}

/// What to do after an answer.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// It is a page: read it, and then call [`Listing::page`].
    Page(Vec<u8>),
    /// Ask again after this long, in milliseconds.
    Ask { delay_ms: u32 },
    /// It is over.
    Over,
}

/// A list whose pages expire is begun anew this often.
const RESTARTS: u8 = 3;
/// A server that is too busy is asked again this often.
const RETRIES: u8 = 4;
/// No server is waited for longer, in milliseconds.
const LONGEST_WAIT_MS: u32 = 10_000;

/// The list's own metadata.
#[derive(Deserialize, Default)]
struct Head {
    #[serde(default)]
    metadata: HeadMetadata,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct HeadMetadata {
    #[serde(rename = "continue")]
    continue_token: Option<String>,
    remaining_item_count: Option<u64>,
}

impl Listing {
    /// A list that is not begun, or that is not wanted at all.
    pub(super) fn new(wanted: bool) -> Self {
        Listing {
            outcome: (!wanted).then_some(Ok(())),
            ..Listing::default()
        }
    }

    /// Takes an answer.
    pub(super) fn take(&mut self, reply: Reply) -> Next {
        match reply {
            Reply::Answer {
                status: 200, body, ..
            } => {
                self.retries = 0;
                Next::Page(body)
            }
            // The pages are those of one moment, and the server no longer has it.
            Reply::Answer { status: 410, .. } if self.restarts < RESTARTS => {
                self.restarts += 1;
                self.drafts.clear();
                self.continue_token = None;
                self.remaining = 0;
                Next::Ask { delay_ms: 0 }
            }
            Reply::Answer {
                status: 429 | 503,
                retry_after_s,
                ..
            } if self.retries < RETRIES && (retry_after_s.is_some() || self.retries == 0) => {
                self.retries += 1;
                let wait_ms = retry_after_s.unwrap_or(1).saturating_mul(1000);
                Next::Ask {
                    delay_ms: wait_ms.min(LONGEST_WAIT_MS),
                }
            }
            Reply::Answer { status, .. } => self.give_up(NotListed::of_status(status)),
            Reply::Unreachable => self.give_up(NotListed::Unreachable),
        }
    }

    /// Adds the objects of a page.
    pub(super) fn page(&mut self, body: &[u8], drafts: Vec<Draft>) -> Next {
        let Ok(Head { metadata }) = serde_json::from_slice(body) else {
            return self.give_up(NotListed::Unreadable);
        };
        let nothing_new = drafts.is_empty();
        self.drafts.extend(drafts);
        self.remaining = metadata.remaining_item_count.unwrap_or(0);
        let before = self.continue_token.take();
        self.continue_token = metadata.continue_token.filter(|token| !token.is_empty());
        if self.continue_token.is_none() {
            self.outcome = Some(Ok(()));
            return Next::Over;
        }
        // A server that answers with the same empty page for ever would keep this going for ever.
        if nothing_new && before == self.continue_token {
            return self.give_up(NotListed::Unreadable);
        }
        Next::Ask { delay_ms: 0 }
    }

    /// Ends it without its objects: half a list would pass for a whole one.
    pub(super) fn give_up(&mut self, why: NotListed) -> Next {
        self.drafts = Vec::new();
        self.continue_token = None;
        self.remaining = 0;
        self.outcome = Some(Err(why));
        Next::Over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16) -> Reply {
        Reply::Answer {
            status,
            retry_after_s: None,
            body: Vec::new(),
        }
    }

    #[test]
    fn pages_follow_each_other_until_there_is_no_token() {
        let mut listing = Listing::default();
        let page = br#"{"metadata":{"continue":"abc","remainingItemCount":7},"items":[]}"#;
        assert_eq!(
            listing.page(page, vec![Draft::default()]),
            Next::Ask { delay_ms: 0 }
        );
        assert_eq!(
            (
                listing.continue_token.as_deref(),
                listing.remaining,
                listing.drafts.len()
            ),
            (Some("abc"), 7, 1)
        );
        assert_eq!(
            listing.page(br#"{"metadata":{},"items":[]}"#, vec![Draft::default()]),
            Next::Over
        );
        assert_eq!((listing.outcome, listing.drafts.len()), (Some(Ok(())), 2));
    }

    #[test]
    fn an_expired_page_begins_the_list_anew_but_not_for_ever() {
        let mut listing = Listing::default();
        for _ in 0..RESTARTS {
            listing.page(br#"{"metadata":{"continue":"abc"}}"#, vec![Draft::default()]);
            assert_eq!(listing.take(answer(410)), Next::Ask { delay_ms: 0 });
            assert_eq!(
                (listing.drafts.len(), listing.continue_token.as_deref()),
                (0, None)
            );
        }
        assert_eq!(listing.take(answer(410)), Next::Over);
        assert_eq!(listing.outcome, Some(Err(NotListed::ChangesTooFast)));
    }

    #[test]
    fn a_busy_server_is_asked_again_when_it_says_so() {
        let mut listing = Listing::default();
        let busy = |retry_after_s| Reply::Answer {
            status: 429,
            retry_after_s,
            body: Vec::new(),
        };
        assert_eq!(listing.take(busy(Some(2))), Next::Ask { delay_ms: 2_000 });
        assert_eq!(
            listing.take(busy(Some(3_600))),
            Next::Ask {
                delay_ms: LONGEST_WAIT_MS
            }
        );
        assert_eq!(listing.take(busy(None)), Next::Over);
        assert_eq!(listing.outcome, Some(Err(NotListed::Status(429))));
    }

    #[test]
    fn what_may_not_be_listed_is_given_up_whole() {
        for (reply, why) in [
            (answer(401), NotListed::Unauthorized),
            (answer(403), NotListed::Forbidden),
            (answer(404), NotListed::NotFound),
            (answer(406), NotListed::WholeObjectsOnly),
            (answer(500), NotListed::Status(500)),
            (Reply::Unreachable, NotListed::Unreachable),
        ] {
            let mut listing = Listing::default();
            listing.page(br#"{"metadata":{"continue":"abc"}}"#, vec![Draft::default()]);
            assert_eq!(listing.take(reply), Next::Over);
            assert_eq!((listing.outcome, listing.drafts.len()), (Some(Err(why)), 0));
        }
    }

    #[test]
    fn a_server_that_repeats_itself_is_left() {
        let mut listing = Listing::default();
        let page = br#"{"metadata":{"continue":"abc"},"items":[]}"#;
        assert_eq!(listing.page(page, Vec::new()), Next::Ask { delay_ms: 0 });
        assert_eq!(listing.page(page, Vec::new()), Next::Over);
        assert_eq!(listing.outcome, Some(Err(NotListed::Unreadable)));
    }
}

//! Branches, breakpoints and ways through time, on the sample cluster.

use super::tests::{asked, opened};
use super::*;
use crate::text::Language;
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::{Action, BranchId, Fault, QueueName, Schedule};

fn watched() -> (Session, ThingId) {
    let mut session = opened(Sample::SHOP);
    let web = asked(&session, Sample::SHOP);
    session
        .watch(&[web], Cascade::Foreground)
        .expect("the request can be made");
    follow(&mut session, Schedule::Fair);
    seek(&mut session, 0);
    (session, web)
}

fn play<T>(session: &mut Session, act: impl FnOnce(&mut Player, &Source) -> T) -> T {
    session.play(act).expect("something is watched")
}

fn follow(session: &mut Session, schedule: Schedule) {
    play(session, |player, source| {
        while !player.run_ahead(&source.catalog, schedule, 64).expect("it runs") {}
    });
}

fn seek(session: &mut Session, position: usize) {
    play(session, |player, _| {
        player.seek(position).expect("the step is there")
    });
}

fn act(session: &mut Session, action: &Action) -> Result<(), PlayerError> {
    play(session, |player, source| player.act(&source.catalog, action))
}

fn sleep(seconds: i64) -> Action {
    Action::Fault(Fault::Sleep(Time::from_secs(1_000_000_000 + seconds)))
}

fn player(session: &Session) -> &Player {
    session.player().expect("something is watched")
}

/// Every position whose step hits, found by looking at each.
fn hits_one_by_one(session: &mut Session, stop: Touch) -> Vec<usize> {
    let length = player(session).length();
    let mut hits = Vec::new();
    for position in 1..=length {
        seek(session, position);
        if !player(session).hits(&[stop]).is_empty() {
            hits.push(position);
        }
    }
    hits
}

#[test]
fn running_stops_at_every_step_that_hits_forwards_and_backwards() {
    let (mut session, web) = watched();
    for stop in [
        Touch::Thing(web),
        Touch::Decision(web),
        Touch::Queue(QueueName::AttemptToDelete),
        Touch::Rule("GC-41"),
        Touch::Kind(EffectKind::Deleted),
        Touch::Kind(EffectKind::Clock),
    ] {
        let expected = hits_one_by_one(&mut session, stop);
        assert!(!expected.is_empty(), "{stop:?}");
        seek(&mut session, 0);
        let mut forwards = Vec::new();
        while let Some(hit) = player(&session).nearest_hit(&[stop], true, usize::MAX) {
            forwards.push(hit);
            seek(&mut session, hit);
        }
        assert_eq!(forwards, expected, "{stop:?}");
        let length = player(&session).length();
        seek(&mut session, length);
        let mut backwards: Vec<usize> = expected.iter().copied().filter(|&hit| hit == length).collect();
        while let Some(hit) = player(&session).nearest_hit(&[stop], false, usize::MAX) {
            backwards.push(hit);
            seek(&mut session, hit);
        }
        backwards.reverse();
        assert_eq!(backwards, expected, "{stop:?}");
    }
    assert_eq!(player(&session).nearest_hit(&[], true, usize::MAX), None);
    assert_eq!(
        player(&session).nearest_hit(&[Touch::Rule("XX-1")], true, usize::MAX),
        None
    );
}

#[test]
fn a_search_goes_no_farther_than_it_may() {
    let (mut session, _) = watched();
    let stop = [Touch::Kind(EffectKind::Clock)];
    let far = player(&session)
        .nearest_hit(&stop, true, usize::MAX)
        .expect("the clock moves");
    assert!(far > 1, "{far}");
    assert_eq!(player(&session).nearest_hit(&stop, true, far - 1), None);
    assert_eq!(player(&session).nearest_hit(&stop, true, far), Some(far));
    seek(&mut session, far + 1);
    assert_eq!(player(&session).nearest_hit(&stop, false, 1), Some(far));
    assert_eq!(player(&session).nearest_hit(&stop, false, 0), None);
}

#[test]
fn what_a_step_touches_is_the_same_on_a_branch_and_before_it() {
    let (mut session, _) = watched();
    let stop = [Touch::Kind(EffectKind::Deleted)];
    let first = player(&session)
        .nearest_hit(&stop, true, usize::MAX)
        .expect("something goes");
    seek(&mut session, first + 2);
    act(&mut session, &Action::Fault(Fault::RestartControllers)).expect("it is possible");
    follow(&mut session, Schedule::Fair);
    let branch = player(&session).branch();
    assert_eq!(branch, BranchId(1));
    let on_branch = hits_one_by_one(&mut session, stop[0]);
    assert_eq!(on_branch.first(), Some(&first));
    assert!(on_branch.iter().any(|&hit| hit > first + 3), "{on_branch:?}");
    // Another schedule forgets what was never shown, and what it touched with it.
    let before = player(&session).times().len();
    seek(&mut session, first + 3);
    assert_eq!(player(&session).times().len(), before);
}

#[test]
fn a_decision_is_found_for_the_thing_alone() {
    let (mut session, web) = watched();
    let mut decisions = 0;
    while let Some(position) = player(&session).decision(web, true) {
        seek(&mut session, position);
        let catalog = &session.source().catalog;
        let about = player(&session)
            .effects()
            .iter()
            .filter_map(|effect| match effect {
                kubeloupe_core::sim::Effect::Decided { item, .. } => catalog.by_identity(item),
                _ => None,
            });
        assert!(about.into_iter().any(|thing| thing == web));
        decisions += 1;
    }
    assert!(decisions >= 2, "{decisions}");
    assert!(player(&session).decision(web, false).is_some());
}

#[test]
fn an_attempt_is_gone_into_and_over() {
    let (mut session, _) = watched();
    let attempts = |session: &Session| (0..player(session).length()).collect::<Vec<_>>();
    let mut into = None;
    for position in attempts(&session) {
        seek(&mut session, position);
        if let Some(Action::Take(worker)) = player(&session).step_into() {
            // The attempt may wait for the client's rate limit, and then is several steps; after it the worker is free.
            let over = player(&session).step_over();
            seek(&mut session, over);
            assert_eq!(player(&session).world().gc().request(worker), None);
            let effects = player(&session).effects();
            let calls = effects
                .iter()
                .filter(|effect| matches!(effect, kubeloupe_core::sim::Effect::Call(_)));
            if over == position + 1 && calls.count() > 1 {
                into = Some((position, Action::Take(worker)));
                break;
            }
        }
    }
    let (position, take) = into.expect("something is attempted");
    let whole_end = {
        let length = player(&session).length();
        seek(&mut session, length);
        let live = session.live(asked(&session, Sample::SHOP));
        seek(&mut session, position);
        live
    };
    play(&mut session, |player, source| {
        player.reschedule().expect("it is possible");
        player.act(&source.catalog, &take).expect("it is possible");
    });
    follow(&mut session, Schedule::Fair);
    seek(&mut session, position + 1);
    // The worker holds its item, and each call is a step.
    let over = player(&session).step_over();
    assert!(over > position + 2, "{over}");
    let mut calls = 0;
    for step in position + 2..=over {
        seek(&mut session, step);
        let effects = player(&session).effects();
        calls += usize::from(
            effects
                .iter()
                .any(|effect| matches!(effect, kubeloupe_core::sim::Effect::Call(_))),
        );
    }
    assert!(calls >= 1, "{calls}");
    assert!(player(&session).step_into().is_none() || player(&session).step_over() > over);
    let length = player(&session).length();
    seek(&mut session, length);
    assert_eq!(session.live(asked(&session, Sample::SHOP)), whole_end);
}

#[test]
fn a_branch_is_named_after_what_was_done_and_may_be_renamed() {
    let (mut session, _) = watched();
    seek(&mut session, 3);
    act(&mut session, &Action::Fault(Fault::RestartControllers)).expect("it is possible");
    let branches = player(&session).branches();
    assert_eq!(branches.len(), 2);
    let label = branches[1].label.clone().expect("it has a name");
    assert_eq!(branches[1].parent, Some((BranchId(0), 3)));
    assert_eq!(
        label.deed(Language::English),
        Language::English.words().act_restart
    );
    assert_eq!(
        label.deed(Language::Chinese),
        Language::Chinese.words().act_restart
    );
    assert_eq!((label.given(), label.by), (None, None));
    play(&mut session, |player, _| {
        player.rename(BranchId(1), &format!("  crash {}", "x".repeat(100)))
    });
    let given = player(&session).branches()[1]
        .label
        .clone()
        .and_then(|label| label.given().map(str::to_owned));
    let given = given.expect("it was given one");
    assert!(given.starts_with("crash x"));
    assert_eq!(given.chars().count(), LONGEST_NAME);
    play(&mut session, |player, _| player.rename(BranchId(1), "  "));
    assert_eq!(player(&session).branches()[1].label, Some(label));
    // A random order says so.
    seek(&mut session, 2);
    play(&mut session, |player, _| {
        player.seek(player.length()).expect("it is there")
    });
    seek(&mut session, 2);
    play(&mut session, |player, _| {
        player.reschedule().expect("it is possible")
    });
    follow(&mut session, Schedule::Random);
    let by = player(&session)
        .branches()
        .last()
        .and_then(|branch| branch.label.clone())
        .and_then(|label| label.by);
    assert_eq!(by, Some(Schedule::Random));
}

#[test]
fn branches_stand_below_the_one_that_they_left() {
    let (mut session, _) = watched();
    for (from, seconds) in [(5, 1), (2, 2), (5, 3)] {
        play(&mut session, |player, _| {
            player.switch(BranchId(0)).expect("it is there")
        });
        seek(&mut session, from);
        act(&mut session, &sleep(seconds)).expect("it is possible");
    }
    play(&mut session, |player, _| {
        player.switch(BranchId(1)).expect("it is there")
    });
    let end = player(&session).length();
    act(&mut session, &sleep(9)).expect("it is possible");
    seek(&mut session, end);
    act(&mut session, &sleep(10)).expect("it is possible");
    let branches = player(&session).branches();
    let rows: Vec<(usize, usize)> = in_order(&branches)
        .iter()
        .map(|(depth, branch)| (*depth, branch.id.0))
        .collect();
    assert_eq!(rows, [(0, 0), (1, 2), (1, 1), (2, 4), (1, 3)]);
    assert_eq!(descendants(&branches, BranchId(0)), 4);
    assert_eq!(descendants(&branches, BranchId(1)), 1);
    assert_eq!(descendants(&branches, BranchId(3)), 0);
}

#[test]
fn a_branch_is_deleted_with_what_left_it_and_the_rest_stays() {
    let (mut session, _) = watched();
    seek(&mut session, 4);
    act(&mut session, &sleep(1)).expect("it is possible");
    let first = player(&session).branch();
    act(&mut session, &sleep(2)).expect("it is possible");
    seek(&mut session, 5);
    act(&mut session, &sleep(3)).expect("it is possible");
    play(&mut session, |player, _| {
        player.switch(BranchId(0)).expect("it is there")
    });
    seek(&mut session, 4);
    act(&mut session, &sleep(4)).expect("it is possible");
    let kept = player(&session).branch();
    assert_eq!((first, kept), (BranchId(1), BranchId(3)));
    let digest = player(&session).world().digest();
    play(&mut session, |player, _| {
        player.remove(first).expect("it is there")
    });
    let branches = player(&session).branches();
    assert_eq!(branches.len(), 2);
    // What was shown is still shown, under another number.
    assert_eq!(player(&session).branch(), BranchId(1));
    assert_eq!(
        (player(&session).position(), player(&session).world().digest()),
        (5, digest)
    );
    // Where what is shown goes, the state before it is shown.
    play(&mut session, |player, _| {
        player.remove(BranchId(1)).expect("it is there")
    });
    assert_eq!(
        (player(&session).branch(), player(&session).position()),
        (BranchId(0), 4)
    );
    assert!(play(&mut session, |player, _| player.remove(BranchId(0))).is_err());
    let length = player(&session).length();
    assert_eq!(player(&session).times().len(), length + 1);
    assert!(player(&session).is_complete());
}

#[test]
fn there_are_only_so_many_branches_and_the_message_says_what_to_do() {
    let (mut session, _) = watched();
    let mut refused = None;
    for seconds in 0..=100 {
        play(&mut session, |player, _| {
            player.switch(BranchId(0)).expect("it is there")
        });
        seek(&mut session, 4);
        if let Err(error) = act(&mut session, &sleep(seconds)) {
            refused = Some((error, player(&session).branches().len()));
            break;
        }
    }
    assert_eq!(refused, Some((PlayerError::TooManyBranches, MOST_BRANCHES)));
    for language in [Language::English, Language::Chinese] {
        let text = (language.time().failed)(PlayerError::TooManyBranches, MOST_BRANCHES);
        assert!(text.contains("64"), "{text}");
    }
    // There is room again once one is gone.
    play(&mut session, |player, _| {
        player.remove(BranchId(7)).expect("it is there")
    });
    seek(&mut session, 4);
    act(&mut session, &sleep(500)).expect("there is room");
}

#[test]
fn two_branches_that_end_differently_are_told_apart_with_reasons() {
    let (mut session, web) = watched();
    let (position, branch) = (player(&session).position(), player(&session).branch());
    // The same branch ends as itself.
    let same = play(&mut session, |player, source| {
        let one = player.ending(&source.catalog, BranchId(0)).expect("it is there");
        let two = player.ending(&source.catalog, BranchId(0)).expect("it is there");
        one.compare(&two)
    });
    assert_eq!((same.list.len(), same.later), (0, 0));
    assert_eq!(same.alike, session.source().catalog.object_count());
    // An informer that never hears of the deletion leaves everything where it is.
    seek(&mut session, 1);
    let lost = loop {
        let here = player(&session).position();
        if let Some(drop) = player(&session)
            .choices()
            .into_iter()
            .find(|choice| matches!(choice, Action::Drop(_)))
        {
            break (here, drop);
        }
        seek(&mut session, here + 1);
    };
    act(&mut session, &lost.1).expect("it is possible");
    follow(&mut session, Schedule::Fair);
    let length = player(&session).length();
    seek(&mut session, length);
    assert_eq!(player(&session).branch(), BranchId(1));
    let (shown, digest) = (player(&session).position(), player(&session).world().digest());
    let (differences, complete) = play(&mut session, |player, source| {
        let one = player.ending(&source.catalog, BranchId(1)).expect("it is there");
        let two = player.ending(&source.catalog, BranchId(0)).expect("it is there");
        (one.compare(&two), one.complete && two.complete)
    });
    assert!(complete);
    // Looking at ends moves nothing.
    assert_eq!(
        (player(&session).position(), player(&session).world().digest()),
        (shown, digest)
    );
    let about_web = differences
        .list
        .iter()
        .find(|one| one.subject == Subject::Thing(web));
    let about_web = about_web.expect("the deployment ends otherwise");
    assert!(!about_web.only_time());
    let [Some(one), Some(two)] = &about_web.ends else {
        panic!("it was there on both");
    };
    assert_ne!(one.live, Live::Gone);
    assert_eq!(two.live, Live::Gone);
    assert!(!two.reasons.is_empty() && two.at.is_some());
    assert_eq!(
        differences.list.len() + differences.alike,
        session.source().catalog.object_count()
    );
    // Those of which only the time differs come last.
    let later: Vec<bool> = differences.list.iter().map(Difference::only_time).collect();
    assert!(later.is_sorted(), "{later:?}");
    assert_eq!((position, branch), (0, BranchId(0)));
}

#[test]
fn a_link_from_a_branch_leads_to_the_same_step_and_names_it_alike() {
    let (mut session, web) = watched();
    seek(&mut session, 3);
    act(&mut session, &Action::Fault(Fault::RestartControllers)).expect("it is possible");
    follow(&mut session, Schedule::Fair);
    seek(&mut session, 9);
    let shared = session
        .shared(&[web], Cascade::Foreground, Schedule::Fair)
        .expect("it can be told");
    assert_eq!(shared.place.step, Some(9));
    assert_eq!(shared.place.chosen.len(), 1);
    assert_eq!(shared.place.chosen[0].0, 3);
    let digest = player(&session).world().digest();
    let (mut fresh, _) = watched();
    seek(&mut fresh, 3);
    fresh
        .choose(&shared.place.chosen[0].1)
        .expect("it is a candidate");
    follow(&mut fresh, Schedule::Fair);
    seek(&mut fresh, 9);
    assert_eq!(player(&fresh).world().digest(), digest);
    assert_eq!(
        player(&fresh).branches()[1].label,
        player(&session).branches()[1].label
    );
}

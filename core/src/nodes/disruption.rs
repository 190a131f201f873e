use super::lifecycle::{Pass, rate_of};
use super::{
    Crash, NodeContext, NodeEffect, NodeLifecycle, Rate, ZoneKey, ZoneMetrics, ZoneOrder, ZoneState,
};
use crate::object::Name;
use crate::sorted::{sort_by, sort_by_key};
use alloc::vec::Vec;

/// What a zone with counted nodes is now.
#[derive(Clone, Copy)]
struct Judged {
    zone: ZoneKey,
    state: ZoneState,
    size: u32,
    not_ready: u32,
}

impl NodeLifecycle {
    /// handleDisruption (ZN-6).
    pub(super) fn handle_disruption(&mut self, cx: &mut NodeContext<'_>, pass: &Pass, order: ZoneOrder) {
        let judged = self.judge(cx, pass);
        let all_now = judged.iter().all(|zone| zone.state == ZoneState::FullDisruption);
        let all_before = self.forget_absent(cx, &judged, order);
        match (all_now, all_before) {
            (true, true) => {}
            (true, false) => self.enter_master_disruption(cx, pass),
            (false, true) => self.leave_master_disruption(cx, pass, &judged),
            (false, false) => self.follow_states(cx, &judged),
        }
    }

    /// Step 1: metrics and new states of the zones with counted nodes, by key.
    fn judge(&mut self, cx: &NodeContext<'_>, pass: &Pass) -> Vec<Judged> {
        let names = &cx.cluster.names;
        let mut judged: Vec<Judged> = pass
            .counted
            .iter()
            .map(|(&zone, &(ready, not_ready))| Judged {
                zone,
                state: ZoneState::of(ready, not_ready, &self.flags),
                size: ready + not_ready,
                not_ready,
            })
            .collect();
        sort_by(&mut judged, |left, right| left.zone.compare(right.zone, names));
        for found in &judged {
            let zone = self.zone_entry(found.zone, names);
            zone.metrics = ZoneMetrics {
                size: found.size,
                unhealthy: found.not_ready,
                absent: false,
                ..zone.metrics
            };
            zone.state.get_or_insert(ZoneState::Initial);
        }
        judged
    }

    /// Step 2: whether every zone that was counted was fully disrupted before. Zones of which nobody was counted are
    /// forgotten until the first that was not; the rest of them is left over (ZN-12).
    fn forget_absent(&mut self, cx: &mut NodeContext<'_>, judged: &[Judged], visit: ZoneOrder) -> bool {
        let is_absent = |key: ZoneKey| judged.iter().all(|found| found.zone != key);
        let mut order: Vec<usize> = (0..self.zones().len())
            .filter(|&index| self.zones()[index].state.is_some())
            .collect();
        match visit {
            ZoneOrder::Sorted => {}
            ZoneOrder::Reverse => order.reverse(),
            ZoneOrder::AbsentFirst => sort_by_key(&mut order, |&index| !is_absent(self.zones()[index].key)),
            ZoneOrder::AbsentLast => sort_by_key(&mut order, |&index| is_absent(self.zones()[index].key)),
            ZoneOrder::Late(late) => sort_by_key(&mut order, |&index| {
                let is_late = u32::try_from(index).ok().and_then(|bit| late.checked_shr(bit));
                (
                    is_late.is_some_and(|late| late & 1 == 1),
                    !is_absent(self.zones()[index].key),
                )
            }),
        }
        for index in order {
            let zone = &mut self.zones_mut()[index];
            let key = zone.key;
            if is_absent(key) {
                zone.metrics = ZoneMetrics {
                    size: 0,
                    unhealthy: 0,
                    absent: true,
                    ..zone.metrics
                };
                zone.state = None;
                cx.tell("ZN-6", || NodeEffect::ZoneForgotten { zone: key });
            } else if zone.state != Some(ZoneState::FullDisruption) {
                return false;
            }
        }
        true
    }

    /// Places of the zones with a state of which the pass under way has counted nobody so far, where it depends on the
    /// order whether they are forgotten (ZN-12).
    pub(super) fn absent_zones(&self) -> Vec<u32> {
        let Some(pass) = &self.pass else {
            return Vec::new();
        };
        let is_full =
            |key: ZoneKey| self.zone(key).and_then(|zone| zone.state) == Some(ZoneState::FullDisruption);
        if pass.counted.keys().all(|&key| is_full(key)) {
            return Vec::new();
        }
        let known = self.zones().iter().zip(0_u32..);
        let absent = known.filter(|(zone, _)| zone.state.is_some() && !pass.counted.contains_key(&zone.key));
        absent.map(|(_, place)| place).collect()
    }

    /// ZN-8.
    fn enter_master_disruption(&mut self, cx: &mut NodeContext<'_>, pass: &Pass) {
        cx.tell("ZN-8", || NodeEffect::MasterDisruptionEntered);
        for node in &pass.nodes {
            self.mark_reachable(cx, node);
            if self.stops() {
                return;
            }
        }
        for index in 0..self.zones().len() {
            let zone = &self.zones()[index];
            let (key, state, metrics) = (zone.key, zone.state, zone.metrics);
            if state.is_some() {
                self.change_state(
                    cx,
                    Judged {
                        zone: key,
                        state: ZoneState::FullDisruption,
                        size: metrics.size,
                        not_ready: metrics.unhealthy,
                    },
                    Some(Rate::new(0.0)),
                );
            }
        }
    }

    /// ZN-9: every node gets its grace anew, which helps only those that are not Unknown yet.
    fn leave_master_disruption(&mut self, cx: &mut NodeContext<'_>, pass: &Pass, judged: &[Judged]) {
        cx.tell("ZN-9", || NodeEffect::MasterDisruptionLeft);
        for node in &pass.nodes {
            let name = node.meta.name;
            if let Some(Some(health)) = self.health.get_mut(&name) {
                health.probe = cx.now;
                health.ready_transition = cx.now;
                continue;
            }
            self.crashed(cx, Crash::NoHealth(name), name);
            if self.stops() {
                return;
            }
        }
        for &found in judged {
            let rate = rate_of(&self.flags, found.state, found.size);
            self.change_state(cx, found, rate);
        }
    }

    /// Step 6: a zone whose state stays keeps its limiter, however its size changed (ZN-14).
    fn follow_states(&mut self, cx: &mut NodeContext<'_>, judged: &[Judged]) {
        for index in 0..self.zones().len() {
            let (key, old) = (self.zones()[index].key, self.zones()[index].state);
            let found = judged.iter().find(|found| found.zone == key).copied();
            let new = found.unwrap_or(Judged {
                zone: key,
                state: ZoneState::Empty,
                size: 0,
                not_ready: 0,
            });
            if old.is_some_and(|old| old != new.state) {
                let rate = rate_of(&self.flags, new.state, new.size);
                self.change_state(cx, new, rate);
            }
        }
    }

    /// Swaps the limiter where the state asks for a rate, and stores the state (ZN-5).
    fn change_state(&mut self, cx: &mut NodeContext<'_>, new: Judged, rate: Option<Rate>) {
        let now = cx.now;
        if rate.is_some() && self.queue_of(cx, new.zone, Name::EMPTY).is_none() && self.stops() {
            return;
        }
        let Some(zone) = self.zone_mut(new.zone) else {
            return;
        };
        let from = zone.state.unwrap_or(ZoneState::Initial);
        zone.state = Some(new.state);
        let mut swapped = false;
        if let (Some(rate), Some(queue)) = (rate, &mut zone.queue) {
            swapped = queue.swap_limiter(rate.get(), now);
        }
        let Judged {
            zone,
            state,
            size,
            not_ready,
        } = new;
        if from != state || swapped {
            cx.tell("ZN-6", || NodeEffect::ZoneChanged {
                zone,
                from,
                to: state,
                size,
                not_ready,
                qps: rate.unwrap_or(Rate::new(0.0)),
                swapped,
            });
        }
    }
}

use super::{Action, Rejected, Step, World};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Everything that was done to a world, with a way back to every step of it.
///
/// Acting in the past in a way that no branch knows begins a branch; what had been done stays on its own branch. A step
/// is addressed by its branch and its number.
#[derive(Clone, Debug)]
pub struct History {
    start: World,
    branches: Vec<Branch>,
    current: BranchId,
    position: usize,
    world: World,
    limits: HistoryLimits,
}

/// What a history may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryLimits {
    /// Steps of one branch.
    pub steps: usize,
    /// Branches.
    pub branches: usize,
    /// Whole worlds kept on the way of each branch, so that going back need not begin at the start.
    pub checkpoints: usize,
}

impl Default for HistoryLimits {
    fn default() -> Self {
        HistoryLimits {
            steps: 1_000_000,
            branches: 256,
            checkpoints: 24,
        }
    }
}

/// One branch of a history.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BranchId(pub usize);

#[derive(Clone, Debug, Default)]
struct Branch {
    parent: Option<(BranchId, usize)>,
    actions: Vec<Action>,
    checkpoints: Vec<(usize, World)>,
    spacing: usize,
}

/// Why a history cannot go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryError {
    /// The world rejects the action.
    Rejected(Rejected),
    /// The branch holds as many steps as it may.
    TooManySteps,
    /// There are as many branches as there may be.
    TooManyBranches,
    /// There is no such step or branch.
    NoSuchStep,
}

const FIRST_SPACING: usize = 256;

impl History {
    /// A history that begins with `world`.
    pub fn new(world: World) -> Self {
        Self::with_limits(world, HistoryLimits::default())
    }

    /// A history that may hold only so much.
    pub fn with_limits(world: World, limits: HistoryLimits) -> Self {
        let trunk = Branch {
            spacing: FIRST_SPACING,
            ..Branch::default()
        };
        let current = BranchId::default();
        History {
            start: world.clone(),
            branches: alloc::vec![trunk],
            current,
            position: 0,
            world,
            limits,
        }
    }

    /// The world at the present position.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world at the present position, to intern names for a request. Its state must be changed by actions alone.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// How many steps of the branch were taken at the present position.
    pub fn position(&self) -> usize {
        self.position
    }

    /// How many steps the present branch has, with those of the branches that it came from.
    pub fn len(&self) -> usize {
        self.base(self.current) + self.branches[self.current.0].actions.len()
    }

    /// How many steps a branch has, with those of the branches that it came from.
    pub fn len_of(&self, branch: BranchId) -> Option<usize> {
        let found = self.branches.get(branch.0)?;
        Some(self.base(branch) + found.actions.len())
    }

    /// What a history may hold.
    pub fn limits(&self) -> HistoryLimits {
        self.limits
    }

    /// Whether no step was taken.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The present branch.
    pub fn branch(&self) -> BranchId {
        self.current
    }

    /// Every branch with the one that it came from and the step at which it left it.
    pub fn branches(&self) -> impl ExactSizeIterator<Item = (BranchId, Option<(BranchId, usize)>)> {
        self.branches
            .iter()
            .enumerate()
            .map(|(number, branch)| (BranchId(number), branch.parent))
    }

    /// The action of step `number` of the present branch.
    pub fn action(&self, number: usize) -> Option<&Action> {
        let mut branch = self.current;
        loop {
            let base = self.base(branch);
            if number >= base {
                return self.branches[branch.0].actions.get(number - base);
            }
            branch = self.branches[branch.0].parent?.0;
        }
    }

    /// The actions from the start to the present position: the address of the state, as permalinks carry it.
    pub fn path(&self) -> Vec<Action> {
        (0..self.position)
            .filter_map(|number| self.action(number).cloned())
            .collect()
    }

    fn base(&self, branch: BranchId) -> usize {
        self.branches[branch.0].parent.map_or(0, |(_, at)| at)
    }

    /// Takes a step at the present position. In the past an action that was taken here before goes the known way, on
    /// whichever branch that is; another one begins a branch.
    pub fn apply(&mut self, action: &Action) -> Result<Step, HistoryError> {
        let known = self.position < self.len();
        if known && self.action(self.position) != Some(action) {
            let Some(other) = self.known_way(action) else {
                return self.apply_on_new_branch(action);
            };
            let step = self.world.apply(action).map_err(HistoryError::Rejected)?;
            self.current = other;
            self.position += 1;
            return Ok(step);
        }
        if !known && self.branches[self.current.0].actions.len() >= self.limits.steps {
            return Err(HistoryError::TooManySteps);
        }
        let step = self.world.apply(action).map_err(HistoryError::Rejected)?;
        if !known {
            self.branches[self.current.0].actions.push(action.clone());
        }
        self.position += 1;
        if !known {
            self.checkpoint();
        }
        Ok(step)
    }

    /// The branch on which this action was taken at the present position.
    fn known_way(&self, action: &Action) -> Option<BranchId> {
        let owner = self.owner_of(self.position);
        let own = self.position - self.base(owner);
        if self.branches[owner.0].actions.get(own) == Some(action) {
            return Some(owner);
        }
        let begins_here = |branch: &Branch| {
            branch.parent == Some((owner, self.position)) && branch.actions.first() == Some(action)
        };
        self.branches.iter().position(begins_here).map(BranchId)
    }

    /// Forgets the steps after the present position that the present branch alone has, but for those that lead to
    /// another branch. A branch of which nothing is left goes, the one that it came from becomes the present one, and
    /// the numbers of those after it move down; it is returned.
    pub fn forget_ahead(&mut self) -> Option<BranchId> {
        let branch = self.current;
        let leaving = self.branches.iter().filter_map(|other| other.parent);
        let kept = leaving
            .filter(|(parent, _)| *parent == branch)
            .map(|(_, at)| at)
            .fold(self.position, usize::max);
        let own = kept.saturating_sub(self.base(branch));
        if let Some((parent, _)) = self.branches[branch.0].parent.filter(|_| own == 0) {
            self.branches.remove(branch.0);
            for (other, _) in self.branches.iter_mut().filter_map(|other| other.parent.as_mut()) {
                other.0 -= usize::from(other.0 > branch.0);
            }
            self.current = parent;
            return Some(branch);
        }
        let forgetful = &mut self.branches[branch.0];
        forgetful.actions.truncate(own);
        forgetful.checkpoints.retain(|(at, _)| *at <= kept);
        None
    }

    /// Removes a branch and those that left it. Where the present branch is among them, the state at which the removed one
    /// left its parent becomes the present one. Returns the removed ones in order, by the numbers that they had; the
    /// numbers of those that stay close up. The first branch, from which all others come, cannot be removed.
    pub fn remove(&mut self, branch: BranchId) -> Result<Vec<BranchId>, HistoryError> {
        let left = self.branches.get(branch.0).and_then(|found| found.parent);
        let (parent, at) = left.ok_or(HistoryError::NoSuchStep)?;
        // A branch has a higher number than the one that it left.
        let mut removed = alloc::vec![branch];
        for (number, other) in self.branches.iter().enumerate().skip(branch.0 + 1) {
            if other.parent.is_some_and(|(parent, _)| removed.contains(&parent)) {
                removed.push(BranchId(number));
            }
        }
        if removed.contains(&self.current) {
            self.switch(parent, at)?;
        }
        for gone in removed.iter().rev() {
            self.branches.remove(gone.0);
        }
        let closed_up =
            |old: BranchId| BranchId(old.0 - removed.iter().filter(|gone| gone.0 < old.0).count());
        for (other, _) in self.branches.iter_mut().filter_map(|other| other.parent.as_mut()) {
            *other = closed_up(*other);
        }
        self.current = closed_up(self.current);
        Ok(removed)
    }

    fn apply_on_new_branch(&mut self, action: &Action) -> Result<Step, HistoryError> {
        if self.branches.len() >= self.limits.branches {
            return Err(HistoryError::TooManyBranches);
        }
        let step = self.world.apply(action).map_err(HistoryError::Rejected)?;
        let parent = self.owner_of(self.position);
        let branch = Branch {
            parent: Some((parent, self.position)),
            actions: alloc::vec![action.clone()],
            checkpoints: Vec::new(),
            spacing: FIRST_SPACING,
        };
        self.branches.push(branch);
        self.current = BranchId(self.branches.len() - 1);
        self.position += 1;
        Ok(step)
    }

    /// The branch of the present line that holds the state before step `position`.
    fn owner_of(&self, position: usize) -> BranchId {
        let mut branch = self.current;
        while let Some((parent, at)) = self.branches[branch.0].parent {
            if position > at {
                break;
            }
            branch = parent;
        }
        branch
    }

    /// Keeps the present world now and then; when there are too many, every second one goes and the gaps double.
    fn checkpoint(&mut self) {
        let branch = &mut self.branches[self.current.0];
        if !branch.actions.len().is_multiple_of(branch.spacing) {
            return;
        }
        branch.checkpoints.push((self.position, self.world.clone()));
        if branch.checkpoints.len() > self.limits.checkpoints {
            branch.spacing *= 2;
            let mut number = 0;
            branch.checkpoints.retain(|_| {
                number += 1;
                number % 2 == 0
            });
        }
    }

    /// Goes to the state after `position` steps of the present branch.
    pub fn seek(&mut self, position: usize) -> Result<(), HistoryError> {
        if position > self.len() {
            return Err(HistoryError::NoSuchStep);
        }
        let (from, world) = self.nearest(position);
        let forward_from_here = self.position <= position && self.position >= from;
        if !forward_from_here {
            // Names are only ever added, so the newest table serves every earlier state. Kinds are as well, but which of
            // them are served is of the state.
            let newest = self.world.cluster().clone();
            self.world = world.clone();
            let cluster = self.world.cluster_mut();
            cluster.names = newest.names;
            if cluster.kinds.len() < newest.kinds.len() {
                Arc::make_mut(&mut cluster.kinds).declare_later(&newest.kinds);
            }
            self.position = from;
        }
        while self.position < position {
            let action = self
                .action(self.position)
                .cloned()
                .ok_or(HistoryError::NoSuchStep)?;
            self.world
                .apply_silently(&action)
                .map_err(HistoryError::Rejected)?;
            self.position += 1;
        }
        Ok(())
    }

    /// The last world kept on the way to `position` of the present branch, with its own position.
    fn nearest(&self, position: usize) -> (usize, &World) {
        let mut branch = self.current;
        loop {
            let kept = self.branches[branch.0].checkpoints.iter().rev();
            let mut on_the_way = kept.filter(|(at, _)| *at <= position && self.owner_of(*at) == branch);
            if let Some((at, world)) = on_the_way.next() {
                return (*at, world);
            }
            match self.branches[branch.0].parent {
                Some((parent, _)) => branch = parent,
                None => return (0, &self.start),
            }
        }
    }

    /// Goes to a step of any branch.
    pub fn switch(&mut self, branch: BranchId, position: usize) -> Result<(), HistoryError> {
        if branch.0 >= self.branches.len() {
            return Err(HistoryError::NoSuchStep);
        }
        let common = self.common_prefix(branch);
        if self.position > common {
            self.seek(common)?;
        }
        self.current = branch;
        self.seek(position.min(self.len()))
    }

    fn common_prefix(&self, other: BranchId) -> usize {
        let shared = self.len().min({
            let base = self.base(other);
            base + self.branches[other.0].actions.len()
        });
        (0..shared)
            .find(|&number| self.branch_at(self.current, number) != self.branch_at(other, number))
            .unwrap_or(shared)
    }

    /// The branch that holds step `number` on the line that leads to `line`.
    fn branch_at(&self, line: BranchId, number: usize) -> BranchId {
        let mut branch = line;
        while let Some((parent, at)) = self.branches[branch.0].parent {
            if number >= at {
                break;
            }
            branch = parent;
        }
        branch
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apiserver::{Cluster, Create, Request, Target, Verb};
    use crate::object::{
        CrdFacts, DefaultPolicy, Facts, Kind, KindId, KnownFrom, Name, Object, ObjectMeta, Scope,
        ServedVersion, Time, builtin_kinds,
    };
    use crate::sim::{Config, Fault, InformerId, Schedule, Watcher};
    use alloc::boxed::Box;
    use alloc::format;

    fn sleep(seconds: i64) -> Action {
        Action::Fault(Fault::Sleep(Time::from_secs(seconds)))
    }

    fn go(history: &mut History, from: usize, seconds: i64) -> usize {
        history.seek(from).expect("the step is there");
        history.apply(&sleep(seconds)).expect("time moves on");
        history.branch().0
    }

    #[test]
    fn a_known_step_is_found_on_its_branch_and_forgotten_steps_leave_none() {
        let mut history = History::new(World::new(Config::default(), Cluster::default(), 1));
        assert_eq!([go(&mut history, 0, 1), go(&mut history, 1, 2)], [0, 0]);
        assert_eq!(go(&mut history, 1, 3), 1);
        assert_eq!(go(&mut history, 1, 4), 2);
        // Each of the three ways is known here.
        assert_eq!(
            [2, 3, 4, 3].map(|seconds| go(&mut history, 1, seconds)),
            [0, 1, 2, 1]
        );

        history.seek(1).expect("the step is there");
        assert_eq!(history.forget_ahead(), Some(BranchId(1)));
        assert_eq!((history.branch(), history.len()), (BranchId(0), 2));
        assert_eq!(go(&mut history, 1, 4), 1);

        history.switch(BranchId(0), 0).expect("the branch is there");
        assert_eq!(history.forget_ahead(), None);
        // The first step leads to the other branch.
        assert_eq!((history.len(), history.branches().len()), (1, 2));
    }

    /// Declares a kind, creates its definition and an instance, and runs to the rest. Returns the steps and the digest.
    fn define(history: &mut History, word: &str) -> (usize, u128) {
        let cluster = history.world_mut().cluster_mut();
        let names = Arc::make_mut(&mut cluster.names);
        let group = names.intern("example.com");
        let plural = names.intern(&format!("{word}s"));
        let (kind, name) = (names.intern(word), names.intern(&format!("{word}s.example.com")));
        let versions = alloc::vec![ServedVersion {
            api_version: names.intern("example.com/v1"),
            served: true,
        }];
        let declared = Arc::make_mut(&mut cluster.kinds).declare(Kind {
            group,
            kind,
            resource: plural,
            versions,
            scope: Scope::Cluster,
            known_from: KnownFrom::Objects,
            custom: true,
            default_policy: DefaultPolicy::DeleteDependents,
            graceful: false,
            has_generation: true,
            monitored: true,
        });
        assert!(!cluster.kinds.get(declared).is_served());
        let names = &cluster.names;
        let crd = cluster
            .kinds
            .ids()
            .find(|&id| names.text(cluster.kinds.get(id).kind) == "CustomResourceDefinition");
        let crd = crd.expect("a built-in kind");
        let create = |kind: KindId, name: Name, facts: Facts| {
            let api_version = history.world().cluster().kinds.get(kind).preferred();
            let meta = ObjectMeta {
                name,
                ..ObjectMeta::default()
            };
            let object = Object { kind, meta, facts };
            Action::Client(Box::new(Request {
                target: Target {
                    name: Name::EMPTY,
                    ..Target::object(object.key(), api_version)
                },
                verb: Verb::Create(Box::new(Create::new(object))),
            }))
        };
        let defines = Some(declared);
        let actions = [
            create(crd, name, Facts::Crd(CrdFacts { defines })),
            create(declared, kind, Facts::None),
        ];
        for action in &actions {
            history.apply(action).expect("a request is always possible");
        }
        while let Some(action) = history.world().next(Schedule::Fair) {
            history.apply(&action).expect("it is the next one");
        }
        let world = history.world();
        assert!(world.api().objects().any(|object| object.kind == declared));
        assert!(
            world
                .informers()
                .get(InformerId {
                    watcher: Watcher::GarbageCollector,
                    kind: declared
                })
                .is_some()
        );
        (history.position(), world.digest())
    }

    #[test]
    fn a_kind_that_is_declared_on_the_way_is_known_at_every_step_and_served_after_its_definition() {
        let mut cluster = Cluster {
            minor: 37,
            ..Cluster::default()
        };
        cluster.kinds = Arc::new(builtin_kinds(Arc::make_mut(&mut cluster.names), 37));
        let mut history = History::new(World::new(Config::default(), cluster, 1));
        history.apply(&sleep(1)).expect("time moves on");
        let (widgets, widgets_digest) = define(&mut history, "widget");
        history.seek(1).expect("the step is there");
        let (gadgets, gadgets_digest) = define(&mut history, "gadget");
        assert_ne!(widgets_digest, gadgets_digest);
        for (branch, end, digest) in [(0, widgets, widgets_digest), (1, gadgets, gadgets_digest)] {
            history.switch(BranchId(branch), 1).expect("the branch is there");
            let kinds = &history.world().cluster().kinds;
            let own = kinds.ids().filter(|&id| kinds.get(id).custom);
            assert_eq!(
                own.map(|id| kinds.get(id).is_served()).collect::<Vec<_>>(),
                [false, false]
            );
            history.seek(end).expect("the steps are possible");
            assert_eq!(history.world().digest(), digest);
            let kinds = &history.world().cluster().kinds;
            let own = kinds.ids().filter(|&id| kinds.get(id).custom);
            assert_eq!(
                own.map(|id| kinds.get(id).is_served()).collect::<Vec<_>>(),
                [branch == 0, branch == 1]
            );
        }
    }

    #[test]
    fn a_branch_goes_with_those_that_left_it_and_nothing_else() {
        let mut history = History::new(World::new(Config::default(), Cluster::default(), 1));
        let trunk = [go(&mut history, 0, 1), go(&mut history, 1, 2)];
        let one = [go(&mut history, 1, 3), go(&mut history, 2, 4)];
        let twig = go(&mut history, 2, 5);
        let other = go(&mut history, 1, 6);
        assert_eq!((trunk, one, twig, other), ([0, 0], [1, 1], 2, 3));
        assert_eq!(history.len_of(BranchId(2)), Some(3));
        history.switch(BranchId(2), 3).expect("the branch is there");
        let removed = history.remove(BranchId(1)).expect("it is not the first");
        assert_eq!(removed, [BranchId(1), BranchId(2)]);
        // What was shown has gone, so the state is that before it.
        assert_eq!((history.branch(), history.position()), (BranchId(0), 1));
        assert_eq!(history.branches().len(), 2);
        assert_eq!(history.len_of(BranchId(1)), Some(2));
        assert_eq!(history.len_of(BranchId(2)), None);
        history
            .switch(BranchId(1), 2)
            .expect("the other one is still there");
        assert_eq!(history.action(1), Some(&sleep(6)));
        assert_eq!(history.world().now(), Time::from_secs(6));
        // The present one stays the present one when its number moves down.
        assert_eq!([go(&mut history, 1, 7), go(&mut history, 1, 8)], [2, 3]);
        assert_eq!(history.remove(BranchId(1)), Ok(alloc::vec![BranchId(1)]));
        assert_eq!(
            (history.branch(), history.action(1)),
            (BranchId(2), Some(&sleep(8)))
        );
        // The first one stays, and what is not there is not removed.
        assert_eq!(history.remove(BranchId(0)), Err(HistoryError::NoSuchStep));
        assert_eq!(history.remove(BranchId(9)), Err(HistoryError::NoSuchStep));
    }
}

use super::{Action, Rejected, Step, World};
use alloc::vec::Vec;

/// Everything that was done to a world, with a way back to every step of it.
///
/// Acting in the past begins a branch; what had been done stays on its own branch. A step is addressed by its branch
/// and its number.
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

    /// Takes a step at the present position. In the past the same action goes the known way, another one begins a
    /// branch.
    pub fn apply(&mut self, action: &Action) -> Result<Step, HistoryError> {
        if self.position < self.len() && self.action(self.position) != Some(action) {
            return self.apply_on_new_branch(action);
        }
        let known = self.position < self.len();
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
            // Names are only ever added, so the newest table serves every earlier state.
            let names = self.world.cluster().names.clone();
            self.world = world.clone();
            self.world.cluster_mut().names = names;
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

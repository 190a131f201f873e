use kubeloupe_core::apiserver::Change;
use kubeloupe_core::object::{KindId, Name};
use kubeloupe_core::sim::{Action, InformerId, World};

/// What is to be lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lost {
    /// The next add event.
    Add,
    /// What tells of the next deletion.
    Deletion,
}

/// Events of pods that are to be lost on their way.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    what: Lost,
    /// After how many steps it was asked for.
    asked: usize,
    /// The pod that it is about, and after how many steps that was known.
    pod: Option<(usize, Name)>,
    /// After how many steps everything to be lost was.
    over: Option<usize>,
}

impl Loss {
    /// Asked for after so many steps.
    pub fn new(what: Lost, asked: usize) -> Self {
        Loss {
            what,
            asked,
            pod: None,
            over: None,
        }
    }

    /// What is still to be lost after `position` steps.
    pub fn waits(&self, position: usize) -> Option<Lost> {
        (self.asked <= position && self.over.is_none_or(|over| over > position)).then_some(self.what)
    }

    /// As it was after `position` steps; `None` if it had not been asked for.
    pub fn back(self, position: usize) -> Option<Loss> {
        (self.asked <= position).then(|| Loss {
            pod: self.pod.filter(|(at, _)| *at <= position),
            over: self.over.filter(|over| *over <= position),
            ..self
        })
    }

    /// Whether the event that this informer would get now is lost. `position` steps were taken.
    fn takes(&mut self, world: &World, informer: InformerId, position: usize) -> bool {
        if self.over.is_some() {
            return false;
        }
        let Some(informer) = world.informers().get(informer) else {
            return false;
        };
        let Some((_, event)) = informer.pending().next() else {
            return false;
        };
        let uid = event.object.meta.uid;
        match self.what {
            Lost::Add => {
                let is_new = informer.get(&event.object.key()).is_none();
                if event.change == Change::Added && is_new {
                    self.over = Some(position + 1);
                }
            }
            Lost::Deletion => {
                let tells = event.change == Change::Deleted || event.object.meta.is_deleting();
                match self.pod {
                    None if tells => self.pod = Some((position + 1, uid)),
                    Some((_, pod)) if pod == uid => {}
                    _ => return false,
                }
                if event.change == Change::Deleted {
                    self.over = Some(position + 1);
                }
                return true;
            }
        }
        self.over.is_some()
    }
}

/// The action in place of the one that would come next: a delivery that is to be lost is.
pub fn with_losses(
    losses: &mut [Loss],
    world: &World,
    pods: KindId,
    action: Action,
    position: usize,
) -> Action {
    match action {
        Action::Deliver(informer)
            if informer.kind == pods
                && losses
                    .iter_mut()
                    .any(|loss| loss.takes(world, informer, position)) =>
        {
            Action::Drop(informer)
        }
        action => action,
    }
}

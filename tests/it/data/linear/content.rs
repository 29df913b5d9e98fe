//! One asset and its assignments to two folders, as a client sees them: the model of
//! "beyond the specification", 2.3 and 2.4.
//!
//! Some writes change a row without telling its new state: making an assignment the default one
//! changes the asset and the former default. Such a state is [`State::Untold`] until somebody
//! reads it. A state that was told once never comes back, which is what finds stale reads.

use super::checker::Model;

/// A state token, as a number per history.
pub type Token = usize;

/// How many folders the asset may be assigned to.
pub const FOLDERS: usize = 2;

/// What was asked.
#[derive(Clone, Debug)]
pub enum Asked {
    Get,
    /// Sets the first field and clears the second.
    Put {
        value: u32,
    },
    /// Sets the second field and keeps the first; `If-Match`.
    Patch {
        base: Token,
        value: u32,
    },
    /// With the state header, if there is a base.
    Delete {
        base: Option<Token>,
    },
    GetAssignment {
        folder: usize,
    },
    Assign {
        folder: usize,
        is_default: bool,
    },
    /// With the state in the body, if there is a base.
    Reassign {
        folder: usize,
        base: Option<Token>,
        is_default: bool,
    },
    Unassign {
        folder: usize,
    },
    /// The listing of the asset's folders.
    Folders,
}

/// What was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// 201, or 200.
    Asset { is_new: bool, token: Token, fields: Fields, default: Option<usize> },
    /// 201, or 200.
    Assignment { is_new: bool, token: Token, is_default: bool },
    /// Which folders are listed.
    Folders([bool; FOLDERS]),
    /// 204.
    Gone,
    /// 404 of the asset.
    NoAsset,
    /// 404 of the assignment.
    NoAssignment,
    /// 409 or 412: another state.
    Conflict,
}

/// The field that PUT sets, and the one that PATCH does.
pub type Fields = [Option<u32>; 2];

#[derive(Clone, Debug)]
pub struct Call {
    pub asked: Asked,
    pub answered: Answered,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum State {
    Told(Token),
    Untold,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Asset {
    state: State,
    fields: Fields,
    default: Option<usize>,
}

/// What there is at one moment; nothing at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Content {
    asset: Option<Asset>,
    assignments: [Option<State>; FOLDERS],
    /// The states that were told, a bit for each.
    told: u128,
}

impl Model for Content {
    type Call = Call;

    fn after(&self, Call { asked, answered }: &Call) -> Option<Self> {
        let mut after = self.clone();
        let is_explained = match *asked {
            Asked::Get => after.get(answered),
            Asked::Put { value } => after.put(value, answered),
            Asked::Patch { base, value } => after.patch(base, value, answered),
            Asked::Delete { base } => after.delete(base, answered),
            Asked::GetAssignment { folder } => after.get_assignment(folder, answered),
            Asked::Assign { folder, is_default } => after.assign(folder, is_default, answered),
            Asked::Reassign { folder, base, is_default } => {
                after.reassign(folder, base, is_default, answered)
            }
            Asked::Unassign { folder } => after.unassign(folder, answered),
            Asked::Folders => after.folders(answered),
        };
        is_explained.then_some(after)
    }
}

impl Content {
    fn get(&mut self, answered: &Answered) -> bool {
        let Some(asset) = self.asset else { return *answered == Answered::NoAsset };
        let Answered::Asset { is_new: false, token, fields, default } = *answered else {
            return false;
        };
        let is_same = (fields, default) == (asset.fields, asset.default);
        is_same
            && self.read(asset.state, token)
            && self.keep(Asset { state: State::Told(token), ..asset })
    }

    fn put(&mut self, value: u32, answered: &Answered) -> bool {
        let Answered::Asset { is_new, token, fields, default } = *answered else { return false };
        let former = self.asset;
        let kept = former.and_then(|asset| asset.default);
        let fits = is_new == former.is_none() && fields == [Some(value), None] && default == kept;
        fits && self.tell(token) && self.keep(Asset { state: State::Told(token), fields, default })
    }

    fn patch(&mut self, base: Token, value: u32, answered: &Answered) -> bool {
        let Some(asset) = self.asset else { return is_refused(answered) };
        if asset.state != State::Told(base) {
            return *answered == Answered::Conflict;
        }
        let Answered::Asset { is_new: false, token, fields, default } = *answered else {
            return false;
        };
        let fits = fields == [asset.fields[0], Some(value)] && default == asset.default;
        fits && self.tell(token) && self.keep(Asset { state: State::Told(token), fields, default })
    }

    /// The assignments go with it.
    fn delete(&mut self, base: Option<Token>, answered: &Answered) -> bool {
        let Some(asset) = self.asset else {
            return *answered == Answered::NoAsset || base.is_some() && is_refused(answered);
        };
        if base.is_some_and(|base| asset.state != State::Told(base)) {
            return *answered == Answered::Conflict;
        }
        *self = Self { told: self.told, ..Self::default() };
        *answered == Answered::Gone
    }

    fn get_assignment(&mut self, folder: usize, answered: &Answered) -> bool {
        match (self.asset, self.assignments[folder]) {
            (None, _) => *answered == Answered::NoAsset,
            (Some(_), None) => *answered == Answered::NoAssignment,
            (Some(asset), Some(state)) => {
                let Answered::Assignment { is_new: false, token, is_default } = *answered else {
                    return false;
                };
                self.assignments[folder] = Some(State::Told(token));
                is_default == (asset.default == Some(folder)) && self.read(state, token)
            }
        }
    }

    fn assign(&mut self, folder: usize, is_default: bool, answered: &Answered) -> bool {
        if self.asset.is_none() {
            return *answered == Answered::NoAsset;
        }
        let is_new = self.assignments[folder].is_none();
        self.set_default(folder, is_default);
        self.assigned(folder, is_default, is_new, answered)
    }

    fn reassign(
        &mut self,
        folder: usize,
        base: Option<Token>,
        is_default: bool,
        answered: &Answered,
    ) -> bool {
        if self.asset.is_none() {
            return *answered == Answered::NoAsset || base.is_some() && is_refused(answered);
        }
        let Some(state) = self.assignments[folder] else {
            let lost = base.is_some() && *answered == Answered::Conflict;
            return *answered == Answered::NoAssignment || lost;
        };
        if base.is_some_and(|base| state != State::Told(base)) {
            return *answered == Answered::Conflict;
        }
        self.set_default(folder, is_default);
        self.assigned(folder, is_default, false, answered)
    }

    fn unassign(&mut self, folder: usize, answered: &Answered) -> bool {
        match (self.asset, self.assignments[folder]) {
            (None, _) => *answered == Answered::NoAsset,
            (Some(_), None) => *answered == Answered::NoAssignment,
            (Some(_), Some(_)) => {
                self.set_default(folder, false);
                self.assignments[folder] = None;
                *answered == Answered::Gone
            }
        }
    }

    fn folders(&self, answered: &Answered) -> bool {
        let listed = self.assignments.map(|assignment| assignment.is_some());
        let expected = match self.asset {
            Some(_) => Answered::Folders(listed),
            None => Answered::NoAsset,
        };
        *answered == expected
    }

    fn assigned(
        &mut self,
        folder: usize,
        is_default: bool,
        is_new: bool,
        answered: &Answered,
    ) -> bool {
        let Answered::Assignment { is_new: said, token, is_default: told } = *answered else {
            return false;
        };
        self.assignments[folder] = Some(State::Told(token));
        (said, told) == (is_new, is_default) && self.tell(token)
    }

    /// At most one is the default; whatever row that changes has a new state.
    fn set_default(&mut self, folder: usize, is_default: bool) {
        let Some(asset) = &mut self.asset else { return };
        let former = asset.default;
        let default = if is_default { Some(folder) } else { former.filter(|one| *one != folder) };
        if former == default {
            return;
        }
        (asset.default, asset.state) = (default, State::Untold);
        if let Some(former) = former.filter(|former| *former != folder) {
            self.assignments[former] = Some(State::Untold);
        }
    }

    fn keep(&mut self, asset: Asset) -> bool {
        self.asset = Some(asset);
        true
    }

    /// Whether a reader can be told this of a row in that state.
    fn read(&mut self, state: State, token: Token) -> bool {
        match state {
            State::Told(told) => told == token,
            State::Untold => self.tell(token),
        }
    }

    /// Whether the state is told for the first time.
    fn tell(&mut self, token: Token) -> bool {
        let bit = 1 << token;
        let is_new = self.told & bit == 0;
        self.told |= bit;
        is_new
    }
}

/// A write that named a state and lost its race to a DELETE may say conflict instead of 404.
fn is_refused(answered: &Answered) -> bool {
    matches!(answered, Answered::NoAsset | Answered::Conflict)
}

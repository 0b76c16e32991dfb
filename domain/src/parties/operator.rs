//! An operator at work.

use super::membership::Membership;
use crate::{
    identity::operator::{OperatorRight, OperatorRoles},
    kernel::ids::UserId,
};

/// Somebody of the house: what they are to it, and to which company they belong themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operator {
    pub membership: Membership,
    pub roles: OperatorRoles,
}

impl Operator {
    pub fn user(&self) -> UserId {
        self.membership.user
    }

    pub fn may(&self, right: OperatorRight) -> bool {
        self.roles.may(right)
    }
}

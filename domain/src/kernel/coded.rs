//! Closed sets whose members have a fixed code on the wire and in the store.

/// A closed set of values, each with a stable code.
pub trait Coded: Copy + Sized + 'static {
    /// The set's name in the API contract.
    const NAME: &'static str;
    /// Every member, in the order shown to people.
    const ALL: &'static [Self];

    /// The member's code. Codes never change once released: rows hold them.
    fn code(self) -> &'static str;

    /// The member with this code.
    fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|member| member.code() == code)
    }
}

/// Declares an enum and its codes side by side, so that a member without a code cannot be written.
macro_rules! coded_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $code:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$doc])* $variant),+ }

        impl $crate::kernel::coded::Coded for $name {
            const NAME: &'static str = stringify!($name);
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }
        }
    };
}
pub(crate) use coded_enum;

#[cfg(test)]
mod tests {
    use super::*;

    coded_enum!(
        /// Something to choose from.
        Fruit { Apple = "apple", Pear = "pear" }
    );

    #[test]
    fn a_code_names_its_member_and_nothing_else_does() {
        assert_eq!(Fruit::from_code("apple"), Some(Fruit::Apple));
        assert_eq!(Fruit::from_code("pear"), Some(Fruit::Pear));
        assert_eq!(Fruit::from_code("Pear"), None);
    }
}

//! Records as sets of named fields, each of which can be compared and copied by itself.

/// Declares the fields of a record with their names on the wire.
macro_rules! fields {
    ($(#[$doc:meta])* $name:ident of $record:ty { $($variant:ident = $code:literal at $($path:ident).+;)+ }) => {
        $crate::kernel::coded::coded_enum!($(#[$doc])* $name { $($variant = $code),+ });

        impl $name {
            pub(crate) fn is_same(self, one: &$record, other: &$record) -> bool {
                match self { $(Self::$variant => one.$($path).+ == other.$($path).+),+ }
            }

            pub(crate) fn copy(self, from: &$record, to: &mut $record) {
                match self { $(Self::$variant => to.$($path).+.clone_from(&from.$($path).+)),+ }
            }
        }
    };
}
pub(crate) use fields;

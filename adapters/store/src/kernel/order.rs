//! The order of a list.

/// Puts a boxed query in the order of a column and the id, and begins it behind a place. The first filter alone bounds the range
/// of the index.
macro_rules! behind {
    ($query:expr, $column:expr, $id:expr, $place:expr, $direction:expr) => {
        match ($direction, $place) {
            (Direction::Ascending, None) => $query.order(($column, $id)),
            (Direction::Descending, None) => $query.order(($column.desc(), $id.desc())),
            (Direction::Ascending, Some((value, id))) => {
                let behind = $column.gt(value.clone()).or($column.eq(value.clone()).and($id.gt(id)));
                $query.filter($column.ge(value)).filter(behind).order(($column, $id))
            }
            (Direction::Descending, Some((value, id))) => {
                let behind = $column.lt(value.clone()).or($column.eq(value.clone()).and($id.lt(id)));
                $query.filter($column.le(value)).filter(behind).order(($column.desc(), $id.desc()))
            }
        }
    };
}
pub(crate) use behind;

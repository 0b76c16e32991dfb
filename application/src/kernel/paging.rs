//! The order of lists, and cutting pages.

use sooner_domain::kernel::coded::Coded;

/// Which end comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    #[default]
    Ascending,
    Descending,
}

impl Coded for Direction {
    const NAME: &'static str = "Direction";
    const ALL: &'static [Self] = &[Self::Ascending, Self::Descending];

    fn code(self) -> &'static str {
        match self {
            Self::Ascending => "asc",
            Self::Descending => "desc",
        }
    }
}

/// What was asked for with one more than a page, which says whether there is another: leaves the page, and answers the last of
/// it where there is.
pub fn cut<T, I>(found: &mut Vec<T>, page: i64, id: impl Fn(&T) -> I) -> Option<I> {
    let page = usize::try_from(page).unwrap_or(usize::MAX);
    let next = if found.len() > page { page.checked_sub(1).and_then(|last| found.get(last)).map(id) } else { None };
    found.truncate(page);
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_a_page_is_where_the_next_one_begins() {
        for (found, page, left, next) in [(0, 2, 0, None), (2, 2, 2, None), (3, 2, 2, Some(1)), (1, 0, 0, None)] {
            let mut all: Vec<i32> = (0..found).collect();
            assert_eq!((cut(&mut all, page, |place| *place), all.len()), (next, left), "{found} on pages of {page}");
        }
    }
}

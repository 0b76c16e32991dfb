//! Where the head of a request ends.

/// Looks for the end of a head: the first empty line behind one that is not.
#[derive(Debug, Default)]
pub(super) struct Head {
    looked_at: usize,
    begun: bool,
    line_has_text: bool,
}

impl Head {
    /// Whether there was more than empty lines.
    pub(super) fn has_begun(&self) -> bool {
        self.begun
    }

    /// How many of these bytes are the head, once all of it is there. They are those of the call before and more.
    pub(super) fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        for (index, byte) in bytes.iter().enumerate().skip(self.looked_at) {
            match byte {
                b'\n' if self.begun && !self.line_has_text => return Some(index + 1),
                b'\n' => self.line_has_text = false,
                b'\r' => {}
                _ => (self.begun, self.line_has_text) = (true, true),
            }
        }
        self.looked_at = bytes.len();
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_ends_with_its_first_empty_line_however_it_arrives() {
        let head = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        for (before, after) in [("", ""), ("\r\n", ""), ("", "body"), ("\n", "GET / HTTP/1.1\r\n\r\n")] {
            let all = format!("{before}{head}{after}");
            for piece in 1..all.len() {
                let mut ends = Head::default();
                let found = (piece..).step_by(piece).map(|sent| sent.min(all.len())).find_map(|sent| ends.end(&all.as_bytes()[..sent]));
                assert_eq!(found, Some(before.len() + head.len()), "{all:?} in pieces of {piece}");
            }
        }
        assert_eq!(Head::default().end(b"GET / HTTP/1.1\nHost: a\n\n"), Some(24), "line feeds alone");
        assert_eq!(Head::default().end(b"\r\n\r\n\r\n"), None, "empty lines begin no head");
        assert_eq!(Head::default().end(b"GET / HTTP/1.1\r\nHost: a\r\n"), None);
    }
}

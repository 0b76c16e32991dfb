//! What a file calls its encoding.

/// What a file calls its encoding: its first letters and signs, as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charset {
    name: [u8; Self::MAX_CHARS],
    length: usize,
}

impl Charset {
    /// Names of encodings are shorter.
    const MAX_CHARS: usize = 40;

    pub fn named(label: &str) -> Self {
        let mut charset = Self { name: [0; Self::MAX_CHARS], length: 0 };
        for (place, sign) in charset.name.iter_mut().zip(label.bytes().filter(u8::is_ascii_graphic)) {
            *place = sign;
            charset.length += 1;
        }
        charset
    }

    pub fn as_str(&self) -> &str {
        self.name.get(..self.length).and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default()
    }
}

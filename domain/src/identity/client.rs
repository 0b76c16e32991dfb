//! What somebody signs in with, in a few words: enough for its owner to tell one session from another, and nothing that
//! a stranger could write into a page or a table.

use crate::kernel::coded::coded_enum;

coded_enum!(
    /// A browser, by the name people know it by.
    Browser {
        Edge = "edge",
        Opera = "opera",
        SamsungInternet = "samsung_internet",
        Firefox = "firefox",
        Chrome = "chrome",
        Safari = "safari",
    }
);

coded_enum!(
    /// What the browser runs on.
    System {
        Windows = "windows",
        Android = "android",
        Ios = "ios",
        ChromeOs = "chrome_os",
        Macos = "macos",
        Linux = "linux",
    }
);

/// What somebody signed in with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Client {
    pub browser: Option<Browser>,
    pub system: Option<System>,
}

/// Browsers claim to be others that came before them: whoever comes first here is meant.
const BROWSERS: &[(&str, Browser)] = &[
    ("Edg/", Browser::Edge),
    ("EdgA/", Browser::Edge),
    ("EdgiOS/", Browser::Edge),
    ("OPR/", Browser::Opera),
    ("SamsungBrowser/", Browser::SamsungInternet),
    ("Firefox/", Browser::Firefox),
    ("FxiOS/", Browser::Firefox),
    ("Chrome/", Browser::Chrome),
    ("CriOS/", Browser::Chrome),
    ("Safari/", Browser::Safari),
];

const SYSTEMS: &[(&str, System)] = &[
    ("Windows", System::Windows),
    ("Android", System::Android),
    ("iPhone", System::Ios),
    ("iPad", System::Ios),
    ("CrOS", System::ChromeOs),
    ("Macintosh", System::Macos),
    ("Linux", System::Linux),
];

impl Client {
    /// What a `User-Agent` says. A program of which nothing is known is described by nothing.
    pub fn of_user_agent(text: &str) -> Self {
        Self { browser: first_named(text, BROWSERS), system: first_named(text, SYSTEMS) }
    }
}

fn first_named<T: Copy>(text: &str, names: &[(&str, T)]) -> Option<T> {
    names.iter().find(|(name, _)| text.contains(name)).map(|(_, named)| *named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_known_by_its_own_name_and_not_by_those_it_claims() {
        for (text, browser, system) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", Some(Browser::Firefox), Some(System::Linux)),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
                Some(Browser::Edge),
                Some(System::Windows),
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
                Some(Browser::Chrome),
                Some(System::Android),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
                Some(Browser::Safari),
                Some(System::Ios),
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15",
                Some(Browser::Safari),
                Some(System::Macos),
            ),
            ("curl/8.0", None, None),
            ("<script>alert(1)</script>", None, None),
        ] {
            assert_eq!(Client::of_user_agent(text), Client { browser, system }, "{text}");
        }
    }
}

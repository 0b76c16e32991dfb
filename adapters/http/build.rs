//! Rebuilds the web host when the client was built anew: the macro that embeds it does not notice new files.
fn main() {
    println!("cargo::rerun-if-changed=../../frontend/dist/index.html");
}

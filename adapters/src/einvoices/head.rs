//! The head of an invoice as one small tree, and what its lines come to.

use crate::xml::{
    Xml,
    node::{Node, Tag},
};
use sooner_domain::payments::statement::NotRead;

/// Where in a syntax what is read stands.
pub struct Layout {
    /// Elements that hold some of the head. What is in them counts as if it stood beside them.
    pub around: &'static [&'static str],
    /// Elements of the head, which are kept as a whole.
    pub kept: &'static [&'static str],
    /// Elements that are a line.
    pub lines: &'static [&'static str],
    /// Elements of a line that hold some of what is read of it, beside much else.
    pub around_of_line: &'static [&'static str],
    /// What is read of a line.
    pub of_line: &'static [&'static str],
    /// What is kept of it: its amount.
    pub amount: &'static str,
    /// And how it is taxed: in which category, and at which rate.
    pub tax: [&'static str; 2],
    /// What says that it counts for nothing, and in which words.
    pub counts_not: (&'static str, &'static [&'static str]),
}

/// What was gathered of a file.
pub struct Gathered<'a> {
    pub head: Node<'a>,
    /// Each line that counts.
    pub lines: Vec<Line<'a>>,
}

/// What is kept of a line.
pub struct Line<'a> {
    pub amount: Option<Node<'a>>,
    pub category: Option<String>,
    pub rate: Option<String>,
}

/// All of the element that it has just gone into.
pub fn gathered<'a>(xml: &mut Xml<'a>, root: Tag<'a>, layout: &Layout) -> Result<Gathered<'a>, NotRead> {
    let mut gathered = Gathered { head: Node::new(root), lines: Vec::new() };
    let mut left = Xml::PART;
    gathered.add(xml, layout, &mut left)?;
    Ok(gathered)
}

impl<'a> Gathered<'a> {
    fn add(&mut self, xml: &mut Xml<'a>, layout: &Layout, left: &mut usize) -> Result<(), NotRead> {
        while let Some(tag) = xml.child()? {
            if layout.around.contains(&tag.name) {
                self.add(xml, layout, left)?;
            } else if layout.kept.contains(&tag.name) {
                self.head.children.push(xml.part(tag, left)?);
            } else if layout.lines.contains(&tag.name) {
                self.lines.extend(line(xml, tag, layout)?);
            } else {
                xml.skip()?;
            }
        }
        Ok(())
    }
}

/// What is kept of a line, if it counts.
fn line<'a>(xml: &mut Xml<'a>, tag: Tag<'a>, layout: &Layout) -> Result<Option<Line<'a>>, NotRead> {
    let mut line = Node::new(tag);
    let mut left = Xml::PART;
    read_line(&mut line, xml, layout, &mut left)?;
    let (path, words) = layout.counts_not;
    if line.texts(path).any(|word| words.contains(&word)) {
        return Ok(None);
    }
    let [category, rate] = layout.tax.map(|path| line.first(&[path]).map(str::to_owned));
    Ok(Some(Line { amount: line.into_part(layout.amount), category, rate }))
}

fn read_line<'a>(line: &mut Node<'a>, xml: &mut Xml<'a>, layout: &Layout, left: &mut usize) -> Result<(), NotRead> {
    while let Some(tag) = xml.child()? {
        if layout.around_of_line.contains(&tag.name) {
            read_line(line, xml, layout, left)?;
        } else if layout.of_line.contains(&tag.name) {
            line.children.push(xml.part(tag, left)?);
        } else {
            xml.skip()?;
        }
    }
    Ok(())
}

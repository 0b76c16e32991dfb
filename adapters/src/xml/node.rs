//! A small part of a file as a tree.

use sooner_domain::payments::statement::NotRead;
use std::{borrow::Cow, rc::Rc};

/// An element that was opened.
#[derive(Debug)]
pub struct Tag<'a> {
    pub line: usize,
    /// Without its prefix.
    pub name: &'a str,
    /// None where its prefix, or having none, stands for nothing.
    pub namespace: Option<Rc<str>>,
    /// Those that are kept.
    pub attributes: Vec<(&'static str, String)>,
}

/// An element with all that is in it.
#[derive(Debug)]
pub struct Node<'a> {
    pub line: usize,
    pub name: &'a str,
    attributes: Vec<(&'static str, String)>,
    pub children: Vec<Node<'a>>,
    text: Cow<'a, str>,
}

impl<'a> Node<'a> {
    pub fn new(tag: Tag<'a>) -> Self {
        Self { line: tag.line, name: tag.name, attributes: tag.attributes, children: Vec::new(), text: Cow::Borrowed("") }
    }

    /// Adds to its text, unless that is nothing but space.
    pub fn add(&mut self, text: Cow<'a, str>) {
        if !self.text.is_empty() {
            self.text.to_mut().push_str(&text);
        } else if !text.trim_start().is_empty() {
            self.text = text;
        }
    }

    /// The first element that these names lead to, without all the rest.
    pub fn into_part(self, path: &str) -> Option<Self> {
        path.split('/').try_fold(self, |node, name| node.children.into_iter().find(|child| child.name == name))
    }

    pub fn length(&self) -> usize {
        self.text.len()
    }

    /// Its own text, if there is some.
    pub fn own(&self) -> Option<&str> {
        Some(self.text.trim()).filter(|text| !text.is_empty())
    }

    /// What an attribute says, of those that are kept.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str())
    }

    /// Each element that these names lead to, as in `Refs/EndToEndId`.
    pub fn all<'n>(&'n self, path: &'n str) -> impl Iterator<Item = &'n Node<'a>> {
        path.split('/').fold(vec![self], |nodes, name| nodes.into_iter().flat_map(|node| node.named(name)).collect()).into_iter()
    }

    fn named<'n>(&'n self, name: &'n str) -> impl Iterator<Item = &'n Node<'a>> {
        self.children.iter().filter(move |child| child.name == name)
    }

    pub fn find<'n>(&'n self, path: &'n str) -> Option<&'n Node<'a>> {
        self.all(path).next()
    }

    /// The texts that these names lead to.
    pub fn texts<'n>(&'n self, path: &'n str) -> impl Iterator<Item = &'n str> {
        self.all(path).filter_map(Node::own)
    }

    /// The first text that one of these leads to.
    pub fn first<'n>(&'n self, paths: &[&'n str]) -> Option<&'n str> {
        paths.iter().find_map(|path| self.texts(path).next())
    }

    /// Why it is not taken.
    pub fn unreadable(&self, what: &'static str) -> NotRead {
        NotRead::Unreadable { line: self.line, what }
    }
}

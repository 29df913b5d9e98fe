//! Reads selectors.

use super::{
    Comparison, Condition, DEPTH, Group, Index, Item, LENGTH, MalformedSelector, Name, Sign,
};
use serde_json::Value;

type Parsed<T> = Result<T, MalformedSelector>;

/// The whole text: one group.
pub(super) fn selector(text: &str) -> Parsed<Group> {
    if text.len() > LENGTH {
        return Err(MalformedSelector { what: "a selector has at most 4096 bytes", at: LENGTH });
    }
    let mut reader = Reader { text, at: 0, depth: 0 };
    reader.skip_spaces();
    let group = reader.group()?;
    reader.skip_spaces();
    if reader.rest().is_empty() { Ok(group) } else { reader.fail("the end is expected") }
}

struct Reader<'a> {
    text: &'a str,
    /// In bytes.
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn fail<T>(&self, what: &'static str) -> Parsed<T> {
        Err(MalformedSelector { what, at: self.text[..self.at].chars().count() })
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes the token if it is next, with the spaces around it.
    fn take(&mut self, token: &str) -> bool {
        self.skip_spaces();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
            self.skip_spaces();
        }
        found
    }

    fn expect(&mut self, token: &str, what: &'static str) -> Parsed<()> {
        if self.take(token) { Ok(()) } else { self.fail(what) }
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &str {
        let from = self.at;
        let rest = self.rest();
        self.at += rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        &self.text[from..self.at]
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEPTH {
            return self.fail("it is nested too deeply");
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn group(&mut self) -> Parsed<Group> {
        self.deeper(|reader| {
            reader.expect("(", "( is expected")?;
            let mut items = vec![reader.item()?];
            while reader.take(",") {
                items.push(reader.item()?);
            }
            reader.expect(")", ", or ) is expected")?;
            Ok(Group(items))
        })
    }

    fn item(&mut self) -> Parsed<Item> {
        let sign = match (self.take("+"), self.take("-")) {
            (false, true) => Sign::Minus,
            (true, true) => return self.fail("one sign is enough"),
            _ => Sign::Plus,
        };
        let item = self.path()?;
        Ok(Item { sign, ..item })
    }

    fn path(&mut self) -> Parsed<Item> {
        let name = match (self.take("**"), self.take("*")) {
            (true, false) => Name::All,
            (false, true) => Name::Simple,
            (true, true) => return self.fail("* or ** is expected"),
            (false, false) => Name::Field(self.name()?),
        };
        let is_field = matches!(name, Name::Field(_));
        let index = if is_field && self.take("[") { Some(self.index()?) } else { None };
        let inner = if is_field && self.take(".") { Some(self.inner()?) } else { None };
        Ok(Item { sign: Sign::Plus, name, index, inner })
    }

    fn inner(&mut self) -> Parsed<Group> {
        if self.rest().starts_with('(') {
            return self.group();
        }
        self.deeper(|reader| Ok(Group(vec![reader.path()?])))
    }

    fn name(&mut self) -> Parsed<String> {
        let belongs = |c: char| !c.is_whitespace() && !c.is_control() && !"()[],.'\"*".contains(c);
        let name = self.take_while(belongs).to_owned();
        if name.is_empty() || name.starts_with(['+', '-']) {
            return self.fail("a name is expected");
        }
        self.skip_spaces();
        Ok(name)
    }

    fn index(&mut self) -> Parsed<Index> {
        let index = if self.take("?") {
            self.expect("(", "( is expected")?;
            let condition = self.any()?;
            self.expect(")", ") is expected")?;
            Index::Filter(condition)
        } else {
            self.positions()?
        };
        self.expect("]", "] is expected")?;
        Ok(index)
    }

    fn positions(&mut self) -> Parsed<Index> {
        let first = self.position()?;
        if self.take(":") {
            return Ok(Index::Slice(first, self.position()?));
        }
        let mut positions = vec![first];
        while self.take(",") {
            positions.push(self.position()?);
        }
        Ok(Index::Positions(positions))
    }

    fn position(&mut self) -> Parsed<usize> {
        let digits = self.take_while(|c| c.is_ascii_digit());
        let position = digits.parse().ok();
        self.skip_spaces();
        position.map_or_else(|| self.fail("an index is expected"), Ok)
    }

    fn any(&mut self) -> Parsed<Condition> {
        self.deeper(|reader| {
            let mut any = vec![reader.all()?];
            while reader.take("||") {
                any.push(reader.all()?);
            }
            Ok(alone(any, Condition::Or))
        })
    }

    fn all(&mut self) -> Parsed<Condition> {
        let mut all = vec![self.comparison()?];
        while self.take("&&") {
            all.push(self.comparison()?);
        }
        Ok(alone(all, Condition::And))
    }

    fn comparison(&mut self) -> Parsed<Condition> {
        if self.take("(") {
            let condition = self.any()?;
            self.expect(")", ") is expected")?;
            return Ok(condition);
        }
        self.expect("@", "@ is expected")?;
        let mut path = Vec::new();
        while self.take(".") {
            path.push(self.operand()?);
        }
        if path.is_empty() {
            return self.fail(". is expected");
        }
        let with = self.operator()?;
        let value = self.literal()?;
        Ok(Condition::Compare { path, with, value })
    }

    /// A name in a condition, where operators end it.
    fn operand(&mut self) -> Parsed<String> {
        let belongs = |c: char| c.is_alphanumeric() || "_-@".contains(c);
        let name = self.take_while(belongs).to_owned();
        if name.is_empty() { self.fail("a name is expected") } else { Ok(name) }
    }

    fn operator(&mut self) -> Parsed<Comparison> {
        use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Unequal};
        let operators = [
            ("==", Equal),
            ("!=", Unequal),
            ("<=", LessOrEqual),
            (">=", GreaterOrEqual),
            ("<", Less),
            (">", Greater),
        ];
        for (token, operator) in operators {
            if self.take(token) {
                return Ok(operator);
            }
        }
        self.fail("a comparison is expected")
    }

    fn literal(&mut self) -> Parsed<Value> {
        for quote in ['\'', '"'] {
            if self.rest().starts_with(quote) {
                self.at += 1;
                let text = self.take_while(|c| c != quote).to_owned();
                if !self.rest().starts_with(quote) {
                    return self.fail("the text has no end");
                }
                self.at += 1;
                return Ok(text.into());
            }
        }
        let word = self.take_while(|c| c.is_ascii_alphanumeric() || "+-.".contains(c)).to_owned();
        match serde_json::from_str(&word) {
            Ok(value) => Ok(value),
            Err(_) => self.fail("a value is expected"),
        }
    }
}

/// One condition needs no list around it.
fn alone(mut list: Vec<Condition>, many: fn(Vec<Condition>) -> Condition) -> Condition {
    match (list.pop(), list.is_empty()) {
        (Some(only), true) => only,
        (rest, _) => {
            list.extend(rest);
            many(list)
        }
    }
}

//! Lines and words of a shell's script, as far as the pages use its language.

/// A line, with those that continue it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) command: String,
    /// What the page says behind it.
    pub(super) comment: String,
}

/// Whether a text has an open quote at its end, and where a comment starts in it.
fn scan(text: &str) -> (bool, Option<usize>) {
    let mut quote = None;
    let mut before = ' ';
    for (at, next) in text.char_indices() {
        match (quote, next) {
            (None, '#') if before.is_whitespace() => return (false, Some(at)),
            (None, '"' | '\'') => quote = Some(next),
            (Some(open), _) if open == next => quote = None,
            _ => {}
        }
        before = next;
    }
    (quote.is_some(), None)
}

/// The commands of a script.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut open = String::new();
    for line in text.lines() {
        open.push_str(line);
        let (is_quoted, comment) = scan(&open);
        if is_quoted || open.ends_with('\\') {
            open.push('\n');
            continue;
        }
        let whole = std::mem::take(&mut open);
        let (command, comment) = whole.split_at(comment.unwrap_or(whole.len()));
        let comment = comment.trim_start_matches('#').trim().to_owned();
        if !command.trim().is_empty() {
            lines.push(Line { command: command.trim().to_owned(), comment });
        }
    }
    assert!(open.is_empty(), "a command has no end: {open}");
    lines
}

/// The words of each program that a command calls, without variables before it and files behind it.
pub(super) fn simple_commands(command: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut word = String::new();
    let mut is_word = false;
    let mut quote = None;
    let mut is_file = false;
    let mut end = |word: &mut String, is_word: &mut bool, commands: &mut Vec<Vec<String>>| {
        let word = std::mem::take(word);
        let words = commands.last_mut().unwrap();
        let name = word.split('=').next().unwrap_or_default();
        let is_upper = |next: char| next.is_ascii_uppercase() || next == '_';
        let is_variable = words.is_empty() && word.contains('=') && name.chars().all(is_upper);
        if std::mem::take(is_word) && !std::mem::take(&mut is_file) && !is_variable {
            match word.as_str() {
                "&&" | "|" | ";" => commands.push(Vec::new()),
                ">" | "<" => is_file = true,
                _ => words.push(word),
            }
        }
    };
    for next in command.replace("\\\n", " ").chars() {
        match (quote, next) {
            (None, '"' | '\'') => (quote, is_word) = (Some(next), true),
            (Some(open), _) if open == next => quote = None,
            (None, _) if next.is_whitespace() => end(&mut word, &mut is_word, &mut commands),
            _ => {
                word.push(next);
                is_word = true;
            }
        }
    }
    end(&mut word, &mut is_word, &mut commands);
    commands
}

#[test]
fn a_script_is_split_into_commands() {
    let text = "# only a comment\na \\\n  b   # c\n\nd '#\ne'\n";
    let line = |command: &str, comment: &str| Line {
        command: command.to_owned(),
        comment: comment.to_owned(),
    };
    assert_eq!(lines(text), [line("a \\\n  b", "c"), line("d '#\ne'", "")]);
}

#[test]
fn a_command_is_split_into_programs() {
    let commands = simple_commands("A=b 'c d' e=f > g && h - < i | j \\\n  --k=\"l\"");
    let expected: [&[&str]; 3] = [&["c d", "e=f"], &["h", "-"], &["j", "--k=l"]];
    assert_eq!(commands, expected);
}

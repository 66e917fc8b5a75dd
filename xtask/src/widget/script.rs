//! The host scripts: checked, put together, filled in and minified. The one that pages load stays a
//! classic script; a name with `export` or `import` in it makes a module.

use anyhow::{Result, anyhow, bail};
use oxc::allocator::Allocator;
use oxc::ast::ast::{Program, TaggedTemplateExpression, TemplateLiteral};
use oxc::ast_visit::Visit;
use oxc::codegen::{Codegen, CodegenOptions};
use oxc::diagnostics::OxcDiagnostic;
use oxc::minifier::{
    CompressOptions, MangleOptions, ManglePropertiesOptions, Minifier, MinifierOptions,
};
use oxc::parser::Parser;
use oxc::semantic::SemanticBuilder;
use oxc::span::SourceType;
use oxc_compat::EngineTargets;

use crate::tool::Finding;

/// What every browser that we support understands; the minifier writes nothing newer.
const TARGET: &str = "es2022";

/// Properties that only the host scripts know, with what they are called in all of them once minified. None of the
/// names, long or short, may be one of the platform's or of a message.
const PROPERTIES: [(&str, &str); 9] = [
    ("element", "e"),
    ("given", "n"),
    ("head", "h"),
    ("isDead", "d"),
    ("told", "s"),
    ("mark", "m"),
    ("root", "o"),
    ("row", "w"),
    ("sheet", "c"),
];

/// What a script is for a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What a page loads with a plain `script` element.
    Classic,
    /// What another script imports.
    Module,
}

/// Finds what a browser would refuse.
pub fn check(path: &str, source: &str, kind: Kind) -> Result<()> {
    let allocator = Allocator::default();
    parse(&allocator, source, kind).map(drop).map_err(|diagnostic| {
        let offset = diagnostic.labels.first().map_or(0, |label| label.offset() as usize);
        let (line, column) = place(source, offset);
        Finding(format!("{path}:{line}:{column}: {diagnostic}")).into()
    })
}

/// Puts the module `name` in the place of the line that imports from it, or, in a classic script, of the comment
/// that names it. Its last statement says what it exports; nothing is renamed, so the names must be the same on both
/// sides.
pub fn inline(path: &str, source: &str, name: &str, module: &str) -> Result<String> {
    let (from, comment) = (format!("from \"./{name}\";"), format!("// {name}"));
    let is_import = |line: &str| line.starts_with("import ") && line.ends_with(&from);
    let import = source.lines().find(|line| is_import(line) || line.trim() == comment);
    let (Some(import), Some((module, _))) = (import, module.rsplit_once("\nexport {")) else {
        bail!(Finding(format!("{path}: no line imports what {name} exports at its end")));
    };
    Ok(source.replace(import, module))
}

/// Replaces a name, which must stand inside string literals, by a value.
pub fn fill(path: &str, source: &str, name: &str, value: &str) -> Result<String> {
    if !source.contains(name) {
        bail!(Finding(format!("{path}: {name} is missing, so nothing can replace it")));
    }
    Ok(source.replace(name, value))
}

/// The same script in fewer bytes.
pub fn minify(source: &str, kind: Kind) -> Result<String> {
    let allocator = Allocator::default();
    let mut program =
        parse(&allocator, source, kind).map_err(|diagnostic| anyhow!("{diagnostic}"))?;
    let names = PROPERTIES.map(|(long, _)| long).join("|");
    let mut properties = ManglePropertiesOptions::from_pattern(&format!("^({names})$"))
        .map_err(|message| anyhow!(message))?;
    for (long, short) in PROPERTIES {
        properties.cache.insert(long.into(), Some(short.into()))?;
    }
    let target = EngineTargets::from_target(TARGET).map_err(|message| anyhow!(message))?;
    let minified = Minifier::new(MinifierOptions {
        mangle: Some(MangleOptions::default()),
        mangle_properties: Some(properties),
        compress: Some(CompressOptions { target, ..CompressOptions::smallest() }),
    })
    .minify(&allocator, &mut program);
    let code = Codegen::new()
        .with_options(CodegenOptions::minify())
        .with_scoping(minified.scoping)
        .build(&program)
        .code;
    quoted(&code, kind)
}

/// The script with plain quotes around plain texts. The minifier prefers backticks, which the compressor's own
/// dictionary does not have.
fn quoted(code: &str, kind: Kind) -> Result<String> {
    let allocator = Allocator::default();
    let program = parse(&allocator, code, kind).map_err(|diagnostic| anyhow!("{diagnostic}"))?;
    let mut plain = PlainTexts(Vec::new());
    plain.visit_program(&program);
    let mut bytes = code.as_bytes().to_vec();
    for (start, end) in plain.0 {
        let inner = &code[start + 1..end - 1];
        if !inner.contains(['"', '\\', '\n', '\r']) {
            (bytes[start], bytes[end - 1]) = (b'"', b'"');
        }
    }
    Ok(String::from_utf8(bytes)?)
}

/// Where texts in backticks stand that nothing is put into.
struct PlainTexts(Vec<(usize, usize)>);

impl<'a> Visit<'a> for PlainTexts {
    fn visit_template_literal(&mut self, literal: &TemplateLiteral<'a>) {
        if literal.expressions.is_empty() {
            self.0.push((literal.span.start as usize, literal.span.end as usize));
        }
        for expression in &literal.expressions {
            self.visit_expression(expression);
        }
    }

    // Here the backticks are a call.
    fn visit_tagged_template_expression(&mut self, _: &TaggedTemplateExpression<'a>) {}
}

fn parse<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    kind: Kind,
) -> Result<Program<'a>, OxcDiagnostic> {
    let source_type = match kind {
        Kind::Classic => SourceType::script(),
        Kind::Module => SourceType::mjs(),
    };
    let parsed = Parser::new(allocator, source, source_type).parse();
    if let Some(diagnostic) = parsed.diagnostics.into_iter().next() {
        return Err(diagnostic);
    }
    // The parser leaves what needs scopes, such as a name declared twice, to the second pass.
    let checked = SemanticBuilder::new()
        .with_check_syntax_error(true)
        .with_build_nodes(true)
        .build(&parsed.program);
    checked.diagnostics.into_iter().next().map_or(Ok(parsed.program), Err)
}

/// Line and column, both from one, of an offset in bytes.
fn place(source: &str, offset: usize) -> (usize, usize) {
    let before = source.get(..offset).unwrap_or(source);
    let line = before.rsplit('\n').next().unwrap_or(before);
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_of_ours_shrink_to_the_same_name_in_every_script() {
        let small =
            minify("export const is = (page) => page.isDead && page.isConnected", Kind::Module)
                .unwrap();
        assert!(small.contains(".d&&") && small.contains(".isConnected"), "{small}");
        let names = PROPERTIES.map(|(_, short)| short);
        assert!(names.iter().all(|name| names.iter().filter(|other| *other == name).count() == 1));
    }

    #[test]
    fn local_names_shrink_and_global_ones_stay() {
        let source = "(() => { const greeting = 'hi'; function show(text) { console.log(text, text) }\n\
                      window.greet = () => { show(greeting); show(location.href) } })();\n\
                      var kept = 1;";
        let small = minify(source, Kind::Classic).unwrap();
        assert!(small.len() < source.len() / 2 + 20, "{small}");
        assert!(!small.contains("text"), "{small}");
        assert!(small.contains("window.greet") && small.contains("var kept"), "{small}");
    }

    #[test]
    fn plain_texts_have_plain_quotes() {
        let source = "f(`a${b ? `c` : `d\"`}`, g`h`, `i\\`j`, `k\nl`)";
        let expected = "f(`a${b ? \"c\" : `d\"`}`, g`h`, `i\\`j`, `k\nl`)";
        assert_eq!(quoted(source, Kind::Classic).unwrap(), expected);
    }

    #[test]
    fn nothing_newer_than_the_target_is_written() {
        let small =
            minify("window.f = (a) => a === null || a === undefined ? 1 : a;", Kind::Classic)
                .unwrap();
        assert_eq!(small, "window.f=e=>e??1;");
    }

    #[test]
    fn a_syntax_error_names_its_place() {
        let error =
            check("host/basket.js", "let a = 1;\n  let ü = ;\n", Kind::Classic).unwrap_err();
        assert!(error.is::<Finding>());
        assert_eq!(error.to_string(), "host/basket.js:2:11: Unexpected token");
    }

    #[test]
    fn a_name_declared_twice_is_a_syntax_error() {
        let error = check("basket.js", "{ let a = 1;\nlet a = 2; }", Kind::Classic).unwrap_err();
        assert!(error.to_string().starts_with("basket.js:1:7: "), "{error}");
    }

    #[test]
    fn a_module_is_no_classic_script() {
        assert!(check("basket.js", "import a from 'a';", Kind::Classic).is_err());
        assert!(check("basket.js", "export const a = 1;", Kind::Classic).is_err());
    }

    #[test]
    fn literals_are_filled_in_and_missed() {
        let filled = fill("basket.js", "load(\"__WASM__\")", "__WASM__", "basket-1.wasm").unwrap();
        assert_eq!(filled, "load(\"basket-1.wasm\")");
        let error = fill("basket.js", "load()", "__WASM__", "basket-1.wasm").unwrap_err();
        assert!(error.to_string().contains("__WASM__ is missing"), "{error}");
    }

    #[test]
    fn a_module_takes_the_place_of_its_import() {
        let module = "const one = 1;\n\nexport { one };\n";
        let source = "/* Why. */\nimport { one } from \"./one.js\";\nexport const two = one + one;";
        let whole = inline("two.js", source, "one.js", module).unwrap();
        assert_eq!(whole, "/* Why. */\nconst one = 1;\n\nexport const two = one + one;");
        assert_eq!(minify(&whole, Kind::Module).unwrap(), "export const two=2;");
        assert!(inline("two.js", source, "other.js", module).is_err());
    }
}

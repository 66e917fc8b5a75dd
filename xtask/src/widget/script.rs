//! The host script: checked, filled in and minified. It stays a classic script, since that is what
//! pages load.

use anyhow::{Result, anyhow, bail};
use oxc::allocator::Allocator;
use oxc::ast::ast::Program;
use oxc::codegen::{Codegen, CodegenOptions};
use oxc::diagnostics::OxcDiagnostic;
use oxc::minifier::{CompressOptions, MangleOptions, Minifier, MinifierOptions};
use oxc::parser::Parser;
use oxc::semantic::SemanticBuilder;
use oxc::span::SourceType;
use oxc_compat::EngineTargets;

use crate::tool::Finding;

/// What every browser that we support understands; the minifier writes nothing newer.
const TARGET: &str = "es2022";

/// Finds what a browser would refuse.
pub fn check(path: &str, source: &str) -> Result<()> {
    let allocator = Allocator::default();
    parse(&allocator, source).map(drop).map_err(|diagnostic| {
        let offset = diagnostic.labels.first().map_or(0, |label| label.offset() as usize);
        let (line, column) = place(source, offset);
        Finding(format!("{path}:{line}:{column}: {diagnostic}")).into()
    })
}

/// Replaces the string literal `"NAME"` by `"value"`.
pub fn fill(path: &str, source: &str, name: &str, value: &str) -> Result<String> {
    let literal = format!("\"{name}\"");
    if !source.contains(&literal) {
        bail!(Finding(format!(
            "{path}: the literal {literal} is missing, so nothing can replace it"
        )));
    }
    Ok(source.replace(&literal, &format!("\"{value}\"")))
}

/// The same script in fewer bytes.
pub fn minify(source: &str) -> Result<String> {
    let allocator = Allocator::default();
    let mut program = parse(&allocator, source).map_err(|diagnostic| anyhow!("{diagnostic}"))?;
    let target = EngineTargets::from_target(TARGET).map_err(|message| anyhow!(message))?;
    let minified = Minifier::new(MinifierOptions {
        mangle: Some(MangleOptions::default()),
        mangle_properties: None,
        compress: Some(CompressOptions { target, ..CompressOptions::smallest() }),
    })
    .minify(&allocator, &mut program);
    Ok(Codegen::new()
        .with_options(CodegenOptions::minify())
        .with_scoping(minified.scoping)
        .build(&program)
        .code)
}

fn parse<'a>(allocator: &'a Allocator, source: &'a str) -> Result<Program<'a>, OxcDiagnostic> {
    let parsed = Parser::new(allocator, source, SourceType::script()).parse();
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
    fn local_names_shrink_and_global_ones_stay() {
        let source = "(() => { const greeting = 'hi'; function show(text) { console.log(text, text) }\n\
                      window.greet = () => { show(greeting); show(location.href) } })();\n\
                      var kept = 1;";
        let small = minify(source).unwrap();
        assert!(small.len() < source.len() / 2 + 20, "{small}");
        assert!(!small.contains("text"), "{small}");
        assert!(small.contains("window.greet") && small.contains("var kept"), "{small}");
    }

    #[test]
    fn nothing_newer_than_the_target_is_written() {
        let small = minify("window.f = (a) => a === null || a === undefined ? 1 : a;").unwrap();
        assert_eq!(small, "window.f=e=>e??1;");
    }

    #[test]
    fn a_syntax_error_names_its_place() {
        let error = check("host/basket.js", "let a = 1;\n  let ü = ;\n").unwrap_err();
        assert!(error.is::<Finding>());
        assert_eq!(error.to_string(), "host/basket.js:2:11: Unexpected token");
    }

    #[test]
    fn a_name_declared_twice_is_a_syntax_error() {
        let error = check("basket.js", "{ let a = 1;\nlet a = 2; }").unwrap_err();
        assert!(error.to_string().starts_with("basket.js:1:7: "), "{error}");
    }

    #[test]
    fn a_module_is_no_classic_script() {
        assert!(check("basket.js", "import a from 'a';").is_err());
        assert!(check("basket.js", "export const a = 1;").is_err());
    }

    #[test]
    fn literals_are_filled_in_and_missed() {
        let filled = fill("basket.js", "load(\"__WASM__\")", "__WASM__", "basket-1.wasm").unwrap();
        assert_eq!(filled, "load(\"basket-1.wasm\")");
        let error = fill("basket.js", "load('__WASM__')", "__WASM__", "basket-1.wasm").unwrap_err();
        assert!(error.to_string().contains("the literal \"__WASM__\" is missing"), "{error}");
    }
}

//! The names at a module's border: short ones for its exports and its import, and none that only tools read. The code of a
//! module is never changed here.

use std::convert::Infallible;

use anyhow::{Result, anyhow};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{ExportSection, ImportSection, Module};
use wasmparser::{CustomSectionReader, Export, ImportSectionReader, Parser};

/// The exports' names in the source and on the page. Other exports, which the linker adds, are removed.
const EXPORTS: [(&str, &str); 7] = [
    ("items", "i"),
    ("memory", "m"),
    ("send", "s"),
    ("size", "z"),
    ("style", "c"),
    ("style_size", "l"),
    ("text", "t"),
];

/// The one import, likewise.
const IMPORT: (&str, &str) = ("format", "f");

/// Stands for the name that a module imports from, until the build has given itself one. The same letters must not occur
/// anywhere else in a module.
pub const PLACEHOLDER: &str = "__BUILD__";

/// The module with short names, which imports from [`PLACEHOLDER`].
pub fn shorten(module: &[u8]) -> Result<Vec<u8>> {
    rewrite(module, PLACEHOLDER)
}

/// The module, which imports from this name. A browser refuses to link it with the script of another build.
pub fn import_from(module: &[u8], name: &str) -> Result<Vec<u8>> {
    rewrite(module, name)
}

fn rewrite(module: &[u8], import_from: &str) -> Result<Vec<u8>> {
    let mut written = Module::new();
    Border { import_from }
        .parse_core_module(&mut written, Parser::new(0), module)
        .map_err(|error| anyhow!("the linker's output is not a known kind of module: {error}"))?;
    Ok(written.finish())
}

/// Renames what it has not renamed before, and copies everything else.
struct Border<'a> {
    import_from: &'a str,
}

type Done = Result<(), Error<Infallible>>;

impl Reencode for Border<'_> {
    type Error = Infallible;

    fn parse_export(&mut self, exports: &mut ExportSection, export: Export<'_>) -> Done {
        match EXPORTS.iter().find(|(long, short)| [*long, *short].contains(&export.name)) {
            Some((_, name)) => utils::parse_export(self, exports, Export { name, ..export }),
            None => Ok(()),
        }
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Done {
        for import in section.into_imports() {
            let import = import?;
            let name = if import.name == IMPORT.0 { IMPORT.1 } else { import.name };
            imports.import(self.import_from, name, self.entity_type(import.ty)?);
        }
        Ok(())
    }

    fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader<'_>) -> Done {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        CodeSection, CustomSection, EntityType, ExportKind, Function, FunctionSection, Instruction,
        TypeSection, ValType,
    };
    use wasmparser::Payload;

    /// One function of the host, and three of its own: two return a number, the last calls the first.
    fn module() -> Vec<u8> {
        let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
        types.ty().function([], [ValType::I32]);
        imports.import("host", "format", EntityType::Function(0));
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for instruction in
            [Instruction::I32Const(1), Instruction::I32Const(2), Instruction::Call(1)]
        {
            functions.function(0);
            let mut body = Function::new([]);
            body.instruction(&instruction).instruction(&Instruction::End);
            code.function(&body);
        }
        let mut exports = ExportSection::new();
        exports.export("send", ExportKind::Func, 3);
        exports.export("size", ExportKind::Func, 2);
        exports.export("__rest", ExportKind::Func, 1);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&exports);
        module.section(&code);
        module.section(&CustomSection { name: "x".into(), data: [7; 9].as_slice().into() });
        module.finish()
    }

    /// What the module imports, and what it exports with the function behind it.
    fn border(module: &[u8]) -> (Vec<String>, Vec<(String, u32)>) {
        let (mut imported, mut exported) = (vec![], vec![]);
        for payload in Parser::new(0).parse_all(module) {
            match payload.unwrap() {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let import = import.unwrap();
                        imported.push(format!("{}.{}", import.module, import.name));
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export.unwrap();
                        exported.push((export.name.to_owned(), export.index));
                    }
                }
                _ => {}
            }
        }
        (imported, exported)
    }

    #[test]
    fn names_are_short_and_unknown_exports_are_removed() {
        let short = shorten(&module()).unwrap();
        let (imported, exported) = border(&short);
        assert_eq!(imported, ["__BUILD__.f"]);
        assert_eq!(exported, [("s".to_owned(), 3), ("z".to_owned(), 2)]);
        assert!(!short.ends_with(&[7; 9]));
    }

    #[test]
    fn the_import_gets_the_name_of_the_build() {
        let short = shorten(&module()).unwrap();
        let named = import_from(&short, "x1").unwrap();
        assert_eq!(border(&named).0, ["x1.f"]);
        assert_eq!(border(&named).1, border(&short).1);
    }

    #[test]
    fn bytes_that_are_not_a_module_are_refused() {
        assert!(shorten(b"<!doctype html>").is_err());
        assert!(shorten(&module()[..20]).is_err());
    }
}

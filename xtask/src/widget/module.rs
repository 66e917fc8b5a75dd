//! A module as the page gets it: short names at its border, nothing that only tools read, and its functions in
//! whatever order. What it does is never changed here.

use std::convert::Infallible;

use anyhow::{Result, anyhow};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, ExportSection, FunctionSection, ImportSection, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, Export, FunctionSectionReader, ImportSectionReader,
    Parser, Payload,
};

/// What the exports are called in the source and on the page, where every letter is paid for. What the linker exports
/// besides is left out.
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

/// Stands for the name that a module and its scripts of one build have in common.
pub const BUILD: &str = "__BUILD__";

/// The module with short names, and with [`BUILD`] for where it imports from.
pub fn shorten(module: &[u8]) -> Result<Vec<u8>> {
    rewrite(module, &mut Shorten)
}

/// The module with its functions in another order: at each place, which one it was.
pub fn reorder(module: &[u8], order: &[u32]) -> Result<Vec<u8>> {
    let imports = count(module)?.0;
    let mut places: Vec<u32> = (0..imports).chain(order.iter().map(|_| 0)).collect();
    for (place, function) in (imports..).zip(order) {
        places[(function + imports) as usize] = place;
    }
    rewrite(module, &mut Reorder { order, places })
}

/// The module as it imports from this name: no page links what is not of its own build.
pub fn of_build(module: &[u8], name: &str) -> Result<Vec<u8>> {
    rewrite(module, &mut OfBuild(name))
}

/// How many functions a module imports and how many it has.
pub fn count(module: &[u8]) -> Result<(u32, u32)> {
    let (mut imports, mut functions) = (0, 0);
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => imports = section.count(),
            Payload::FunctionSection(section) => functions = section.count(),
            _ => {}
        }
    }
    Ok((imports, functions))
}

fn rewrite(module: &[u8], by: &mut impl Reencode<Error = Infallible>) -> Result<Vec<u8>> {
    let mut written = Module::new();
    by.parse_core_module(&mut written, Parser::new(0), module)
        .map_err(|error| anyhow!("the linker's output is no module that we know: {error}"))?;
    Ok(written.finish())
}

type Done = Result<(), Error<Infallible>>;

/// Imports the same from another name.
fn import_from(
    by: &mut impl Reencode<Error = Infallible>,
    imports: &mut ImportSection,
    section: ImportSectionReader<'_>,
    from: &str,
) -> Done {
    for import in section.into_imports() {
        let import = import?;
        let name = if import.name == IMPORT.0 { IMPORT.1 } else { import.name };
        imports.import(from, name, by.entity_type(import.ty)?);
    }
    Ok(())
}

struct Shorten;

impl Reencode for Shorten {
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
        import_from(self, imports, section, BUILD)
    }

    fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader<'_>) -> Done {
        Ok(())
    }
}

struct OfBuild<'a>(&'a str);

impl Reencode for OfBuild<'_> {
    type Error = Infallible;

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Done {
        let name = self.0;
        import_from(self, imports, section, name)
    }

    fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader<'_>) -> Done {
        Ok(())
    }
}

struct Reorder<'a> {
    order: &'a [u32],
    /// Where each function is now, the imported ones included.
    places: Vec<u32>,
}

impl Reencode for Reorder<'_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.places[function as usize])
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Done {
        let types = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for function in self.order {
            functions.function(types[*function as usize]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Done {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for function in self.order {
            self.parse_function_body(code, bodies[*function as usize].clone())?;
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
        CustomSection, EntityType, ExportKind, Function, Instruction, TypeSection, ValType,
    };

    /// One function of the host's, and three of its own: each gives its number, the last calls the first.
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
    fn names_are_short_and_what_nobody_uses_goes() {
        let short = shorten(&module()).unwrap();
        let (imported, exported) = border(&short);
        assert_eq!(imported, ["__BUILD__.f"]);
        assert_eq!(exported, [("s".to_owned(), 3), ("z".to_owned(), 2)]);
        assert!(!short.ends_with(&[7; 9]));
        assert_eq!(border(&of_build(&short, "x1").unwrap()).0, ["x1.f"]);
    }

    #[test]
    fn functions_move_and_everything_still_finds_them() {
        let other = reorder(&module(), &[2, 1, 0]).unwrap();
        assert_eq!(border(&other).1[..2], [("send".to_owned(), 1), ("size".to_owned(), 2)]);
        // Back again everything is as it was, so what calls what was kept.
        assert_eq!(reorder(&other, &[2, 1, 0]).unwrap(), reorder(&module(), &[0, 1, 2]).unwrap());
        assert_eq!(count(&other).unwrap(), (1, 3));
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert!(shorten(b"<!doctype html>").is_err());
        assert!(shorten(&module()[..20]).is_err());
    }
}

//! Templates of other programs, filled in as those would, and then checked like pages.
//!
//! Components of Next.js, Astro and Nuxt become JSX, which esbuild reads and `templates/render.mjs` renders.

mod hugo;
mod wordpress;

use super::{
    Block, Findings, markup, node,
    pages::{Page, pages},
    scripts,
    tags::tags,
};
use serde_json::Value;

pub(super) const LANGUAGES: &[&str] =
    &["astro", "go-html-template", "liquid", "markdown", "php", "tsx", "vue"];

const COMPONENTS: &[&str] = &["astro", "tsx", "vue"];

#[test]
fn every_template_makes_a_page_that_works() {
    let mut findings = Findings::default();
    let mut made = Vec::new();
    for page in pages() {
        let is_template = |block: &&Block| LANGUAGES.contains(&block.language.as_str());
        for block in page.blocks.iter().filter(is_template) {
            match block.language.as_str() {
                language if COMPONENTS.contains(&language) => {}
                "liquid" => fill(block, liquid(block, &page), &mut made, &mut findings),
                "php" => fill(block, wordpress::fill(block, &page), &mut made, &mut findings),
                _ => fill(block, hugo::fill(block, &page), &mut made, &mut findings),
            }
        }
        render(&page, &mut made, &mut findings);
    }
    assert!(made.len() > 15, "only {} templates were found", made.len());
    findings.0.extend(markup::check(&made).0);
    findings.judge();
}

/// Keeps what a template makes.
fn fill(
    block: &Block,
    html: Result<String, String>,
    made: &mut Vec<Block>,
    findings: &mut Findings,
) {
    match html {
        Ok(html) => made.push(block.with("html", html)),
        Err(what) => findings.add(block, what),
    }
}

/// Renders the components of a page, each with those before it.
fn render(page: &Page, made: &mut Vec<Block>, findings: &mut Findings) {
    let is_component = |block: &&Block| COMPONENTS.contains(&block.language.as_str());
    let blocks: Vec<&Block> = page.blocks.iter().filter(is_component).collect();
    if blocks.is_empty() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for block in &blocks {
        findings.expect(block, scripts::names_what_exists(&block.text));
        for script in embedded_scripts(block) {
            findings.expect(block, scripts::check(folder.path(), &script));
        }
        files.push((block.file_name("tsx"), component(block)));
    }
    let flags = ["--jsx=transform", "--jsx-factory=h", "--jsx-fragment=Fragment", "--format=cjs"];
    let built = match node::build(folder.path(), &files, &flags) {
        Ok(built) => built,
        Err(what) => return findings.add(blocks[0], what),
    };
    // Each with the name under which others import it.
    let mut arguments = Vec::new();
    for (block, (name, _)) in blocks.iter().zip(&files) {
        arguments.push(block.file.clone().unwrap_or_default());
        arguments.push(built.join(name.replace(".tsx", ".js")).to_str().unwrap().to_owned());
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match node::run_file("templates/render.mjs", folder.path(), &arguments) {
        Ok(said) => {
            let pages: Vec<Value> = serde_json::from_str(&said).unwrap();
            let html = pages.iter().map(|page| page.as_str().unwrap().to_owned());
            made.extend(blocks.iter().zip(html).map(|(block, html)| block.with("html", html)));
        }
        Err(what) => findings.add(blocks[0], what),
    }
}

/// The scripts in a component.
fn embedded_scripts(block: &Block) -> Vec<Block> {
    let tags = tags(&block.text);
    let scripts = tags.iter().filter(|tag| tag.name == "script" && !tag.body.is_empty());
    scripts.map(|tag| block.with("ts", block.text[tag.body.clone()].to_owned())).collect()
}

/// A component as a module in JSX.
fn component(block: &Block) -> String {
    let text = &block.text;
    match block.language.as_str() {
        "tsx" if text.contains("export ") => text.clone(),
        "tsx" => format!(
            "const SERVICE = \"https://basket.example\";\nexport default () => <>{text}</>;"
        ),
        "astro" => {
            let parts: Vec<&str> = text.splitn(3, "---\n").collect();
            let (script, markup) = if let [_, script, markup] = parts[..] {
                (script, markup)
            } else {
                ("", text.as_str())
            };
            let markup = without_scripts(markup).replace("<!doctype html>", "");
            format!("{script}\nexport default () => <>{markup}</>;")
        }
        _ => {
            let setup = tags(text).into_iter().find(|tag| tag.name == "script");
            let setup = setup.map_or("", |tag| &text[tag.body]);
            let inner =
                text.split_once("<template>").and_then(|(_, rest)| rest.rsplit_once("</template>"));
            let markup = inner.map_or(text.as_str(), |(inner, _)| inner);
            format!("{setup}\nexport default () => <>{}</>;", bound(markup))
        }
    }
}

/// Markup without the scripts that stand in it as text.
fn without_scripts(markup: &str) -> String {
    let mut rest = markup.to_owned();
    for tag in
        tags(markup).into_iter().rev().filter(|tag| tag.name == "script" && !tag.body.is_empty())
    {
        rest.replace_range(tag.body, "");
    }
    rest
}

/// Vue's `:name="value"` and `{{ value }}` in JSX.
fn bound(markup: &str) -> String {
    let mut parts = markup.split(" :");
    let first = parts.next().unwrap_or_default().to_owned();
    let markup = parts.fold(first, |markup, part| {
        let (name, rest) = part.split_once("=\"").unwrap();
        let (value, rest) = rest.split_once('"').unwrap();
        format!("{markup} {name}={{{value}}}{rest}")
    });
    markup.replace("{{", "{").replace("}}", "}")
}

/// What Shopify makes of a template: each value is a SKU.
fn liquid(block: &Block, page: &Page) -> Result<String, String> {
    let mut html = String::new();
    let mut rest = block.text.as_str();
    while let Some(at) = rest.find("{%").into_iter().chain(rest.find("{{")).min() {
        html.push_str(&rest[..at]);
        let is_value = rest[at..].starts_with("{{");
        let end = if is_value { "}}" } else { "%}" };
        let (inside, after) = rest[at + 2..].split_once(end).ok_or("an expression has no end")?;
        let words: Vec<&str> = inside.split_whitespace().collect();
        match words[..] {
            ["render", name] => {
                let file = format!("snippets/{}.liquid", name.trim_matches('\''));
                if !page.codes.iter().any(|(_, code)| *code == file) {
                    return Err(format!("no step makes {file}"));
                }
            }
            [_, "|", "escape"] if is_value => html.push_str("MUG"),
            ["assign" | "if" | "endif" | "for" | "endfor", ..] => {}
            _ => return Err(format!("no check knows `{inside}`")),
        }
        rest = after;
    }
    html.push_str(rest);
    Ok(html)
}

#[test]
fn wrong_templates_are_found() {
    let page = Page { name: "page.md".to_owned(), blocks: Vec::new(), codes: Vec::new() };
    assert!(liquid(&Block::sample("liquid", "{% render 'basket' %}"), &page).is_err());
    assert!(liquid(&Block::sample("liquid", "{{ sku }}"), &page).is_err());
    let rendered = |language: &str, text: &str| {
        let (mut made, mut findings) = (Vec::new(), Findings::default());
        let blocks = vec![Block::sample(language, text)];
        let page = Page { name: "page.md".to_owned(), blocks, codes: Vec::new() };
        render(&page, &mut made, &mut findings);
        (made.iter().map(|block| block.text.clone()).collect::<String>(), findings.0)
    };
    let (html, wrong) =
        rendered("tsx", "<p data-sku={'M' + \"UG\"} crossOrigin=\"x\"><b>&amp;</b></p>");
    assert_eq!(
        (html.trim(), wrong.len()),
        ("<p data-sku=\"MUG\" crossorigin=\"x\"><b>&amp;</b></p>", 0)
    );
    let (html, _) = rendered("vue", "<p :data-sku=\"product.sku\"></p>");
    assert_eq!(html.trim(), "<p data-sku=\"MUG\"></p>");
    assert_eq!(rendered("astro", "---\nconst a = 1;\n---\n<p title={b}></p>").1.len(), 1);
    assert_eq!(rendered("tsx", "<p>").1.len(), 1);
    let event = "<script>\non(\"service-basket:sneeze\");\n</script>";
    assert!(!rendered("astro", event).1.is_empty());
}

//! The one narrow ABI between wasm and the host script, and the only unsafe code there is: text in,
//! text out, and one import for numbers and money. The page has one thread, and the host never calls
//! while a call is under way, which is what every block below relies on.
#![expect(unsafe_code, reason = "exports, imports and the allocator of a wasm module need it")]

use alloc::{string::String, vec::Vec};
use basket_core::json::{Document, Item};
use core::{
    alloc::{GlobalAlloc, Layout},
    arch::wasm32::{memory_grow, memory_size, unreachable},
    cell::UnsafeCell,
    panic::PanicInfo,
    ptr,
};

#[cfg(not(any(feature = "explain", feature = "costs")))]
use basket_core::view::STYLE;
// What the third module answers with: what a cart costs beside its lines.
#[cfg(feature = "costs")]
use basket_core::costs::STYLE;
// What the second module answers with: what is wrong with a basket element.
#[cfg(feature = "explain")]
use basket_core::explain::{STYLE, explain as answer};
#[cfg(not(feature = "explain"))]
use live::answer;

struct Page {
    message: Document,
    answer: String,
}

struct PageCell(UnsafeCell<Page>);

// SAFETY: a page's wasm instance runs on one thread.
unsafe impl Sync for PageCell {}

static PAGE: PageCell = PageCell(UnsafeCell::new(Page {
    message: Document { text: String::new(), items: Vec::new() },
    answer: String::new(),
}));

/// The page's state. Every export takes it once and gives it back before it returns.
fn page() -> &'static mut Page {
    // SAFETY: one thread, and no export calls another or is called from within one.
    unsafe { &mut *PAGE.0.get() }
}

/// Makes room for the items of a message, and says where to write them.
// SAFETY: no other symbol has this name.
#[unsafe(no_mangle)]
extern "C" fn items(count: usize) -> *mut Item {
    let items = &mut page().message.items;
    items.resize(count, Item::default());
    items.as_mut_ptr()
}

/// Makes room for the text of a message, and says where to write it.
// SAFETY: no other symbol has this name.
#[unsafe(no_mangle)]
extern "C" fn text(size: usize) -> *mut u8 {
    // SAFETY: zeros are UTF-8, and the host writes what `TextEncoder` made, which is too, before it
    // sends the message.
    let text = unsafe { page().message.text.as_mut_vec() };
    text.resize(size, 0);
    text.as_mut_ptr()
}

/// Takes in the message that was written and says where the answer stands.
// SAFETY: no other symbol has this name.
#[unsafe(no_mangle)]
extern "C" fn send() -> *const u8 {
    let page = page();
    page.answer = answer(page.message.root());
    page.answer.as_ptr()
}

/// How many bytes the answer has.
// SAFETY: no other symbol has this name.
#[unsafe(no_mangle)]
extern "C" fn size() -> usize {
    page().answer.len()
}

/// The style sheet, in a cell, since what could change stands behind all that cannot: the addresses of all other texts
/// are so small that they take a byte less, and the code has hundreds of them.
struct Sheet(UnsafeCell<[u8; STYLE.len()]>);

// SAFETY: nobody writes to it.
unsafe impl Sync for Sheet {}

static SHEET: Sheet = Sheet(UnsafeCell::new(match STYLE.as_bytes().first_chunk() {
    Some(bytes) => *bytes,
    None => unreachable!(),
}));

/// Where the style sheet stands.
// SAFETY: no other symbol has this name.
#[unsafe(no_mangle)]
extern "C" fn style() -> *const u8 {
    SHEET.0.get().cast()
}

/// How many bytes the style sheet has.
// SAFETY: no other symbol has this name.
#[unsafe(no_mangle)]
extern "C" fn style_size() -> usize {
    STYLE.len()
}

/// Memory in blocks whose sizes are powers of two, each size with its own list of free blocks. A
/// basket's memory is small and its sizes repeat; a general allocator would be four times the code.
struct Blocks(UnsafeCell<BlockState>);

struct BlockState {
    /// For each size, the first free block; each free block starts with the address of the next.
    free: [*mut u8; 32],
    /// Where unused memory starts and ends.
    start: usize,
    end: usize,
}

// SAFETY: a page's wasm instance runs on one thread.
unsafe impl Sync for Blocks {}

#[global_allocator]
static BLOCKS: Blocks =
    Blocks(UnsafeCell::new(BlockState { free: [ptr::null_mut(); 32], start: 0, end: 0 }));

const PAGE_SIZE: usize = 65536;
/// Room for the address of the next free block. Every block starts at a multiple of it, which is enough for everything
/// that the core keeps.
const SMALLEST: usize = 16;

fn class_of(layout: Layout) -> usize {
    layout.size().max(SMALLEST).next_power_of_two().trailing_zeros() as usize
}

// SAFETY: blocks are as large as asked for and more, start at a multiple of 16, which is the most that anything here is
// aligned to, and are handed out once until they come back.
unsafe impl GlobalAlloc for Blocks {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let class = class_of(layout);
        // SAFETY: one thread, and this function calls nothing that allocates. A free block holds the
        // address of the next one, which `dealloc` wrote there.
        unsafe {
            let state = &mut *self.0.get();
            let first = state.free[class & 31];
            if !first.is_null() {
                state.free[class & 31] = first.cast::<*mut u8>().read_unaligned();
                return first;
            }
            let size = 1_usize << class;
            if state.start + size > state.end {
                let grown = memory_grow(0, size.div_ceil(PAGE_SIZE));
                if grown == usize::MAX {
                    return ptr::null_mut();
                }
                // Nobody else makes the memory grow, so what is new follows what is left, if anything is.
                if state.start == 0 {
                    state.start = grown * PAGE_SIZE;
                }
                state.end = memory_size(0) * PAGE_SIZE;
            }
            state.start += size;
            ptr::with_exposed_provenance_mut(state.start - size)
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let class = class_of(layout);
        // SAFETY: one thread; the block is not used any more and has room for an address.
        unsafe {
            let state = &mut *self.0.get();
            block.cast::<*mut u8>().write_unaligned(state.free[class & 31]);
            state.free[class & 31] = block;
        }
    }
}

/// A panic stops the module; the host script notices and gives the page its own content back.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    unreachable()
}

/// What the live basket answers with, the core's effects, or what the third module does: both ask the page how numbers are
/// written.
#[cfg(not(feature = "explain"))]
mod live {
    use super::String;
    #[cfg(not(feature = "costs"))]
    use super::UnsafeCell;
    #[cfg(not(feature = "costs"))]
    use basket_core::app::App;
    use basket_core::{
        json::Node,
        locale::Intl,
        money::{Currency, Minor},
    };
    use core::str;

    #[cfg(feature = "costs")]
    pub fn answer(question: Node<'_>) -> String {
        basket_core::costs::costs(question, HostIntl)
    }

    #[cfg(not(feature = "costs"))]
    struct AppCell(UnsafeCell<App>);

    // SAFETY: a page's wasm instance runs on one thread.
    #[cfg(not(feature = "costs"))]
    unsafe impl Sync for AppCell {}

    #[cfg(not(feature = "costs"))]
    static APP: AppCell = AppCell(UnsafeCell::new(App::new()));

    #[cfg(not(feature = "costs"))]
    pub fn answer(message: Node<'_>) -> String {
        // SAFETY: one thread, and `send` is never called while it is under way.
        let app = unsafe { &mut *APP.0.get() };
        app.receive(message, HostIntl)
    }

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Writes a number, or money when the currency has a code, as text; says how many bytes it
        /// took. With `#` for a currency it writes nothing and says which plural category the number
        /// has.
        fn format(
            number: f64,
            currency: *const u8,
            currency_len: usize,
            language: *const u8,
            language_len: usize,
            out: *mut u8,
            out_len: usize,
        ) -> usize;
    }

    #[derive(Clone, Copy)]
    struct HostIntl;

    impl HostIntl {
        fn ask(number: f64, currency: &[u8], language: &str, buffer: &mut [u8]) -> usize {
            // SAFETY: the host reads the two texts and writes at most `buffer.len()` bytes to `buffer`.
            unsafe {
                format(
                    number,
                    currency.as_ptr(),
                    currency.len(),
                    language.as_ptr(),
                    language.len(),
                    buffer.as_mut_ptr(),
                    buffer.len(),
                )
            }
        }

        fn format(out: &mut String, number: f64, currency: &[u8], language: &str) {
            let mut buffer = [0; 96];
            let len = Self::ask(number, currency, language, &mut buffer);
            let text = buffer.get(..len).unwrap_or_default();
            // SAFETY: the host writes what `TextEncoder` made, which is UTF-8.
            out.push_str(unsafe { str::from_utf8_unchecked(text) });
        }
    }

    impl Intl for HostIntl {
        fn money(&self, out: &mut String, amount: Minor, currency: Currency, language: &str) {
            #[expect(
                clippy::cast_precision_loss,
                reason = "the platform formats doubles; exact to 2^53"
            )]
            let amount = amount as f64;
            Self::format(out, amount, currency.bytes(), language);
        }

        fn number(&self, out: &mut String, number: u32, language: &str) {
            Self::format(out, number.into(), &[], language);
        }

        fn plural(&self, number: u32, language: &str) -> usize {
            Self::ask(number.into(), b"#", language, &mut [])
        }
    }
}

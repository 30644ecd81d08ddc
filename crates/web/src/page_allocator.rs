//! The allocator of the module that a page loads.
//!
//! The allocator of the standard library on `wasm32` keeps the size of a block in the word before it. Link-time
//! optimisation can copy the code that reads this word into a function which asked for the block. The compiler takes
//! memory outside a block for unreachable, so it is free to decide there what the word holds: it assumed 0 after
//! `vec![false; count]`, and the allocator stopped a sound program. Emscripten keeps its allocator out of link-time
//! optimisation for the same reason. Here no code of the allocator is copied into a caller, which makes the module
//! smaller, too.

#![expect(unsafe_code, reason = "the trait of allocators is unsafe; every function passes its duties on")]

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, whose functions are called, never copied into callers.
struct PageAllocator;

#[global_allocator]
static PAGE_ALLOCATOR: PageAllocator = PageAllocator;

// SAFETY: each function passes its arguments to the same function of `System`, which is an allocator.
unsafe impl GlobalAlloc for PageAllocator {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of this very function.
        unsafe { System.alloc(layout) }
    }

    #[inline(never)]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of this very function.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline(never)]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of this very function.
        unsafe { System.dealloc(block, layout) }
    }

    #[inline(never)]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of this very function.
        unsafe { System.realloc(block, layout, size) }
    }
}

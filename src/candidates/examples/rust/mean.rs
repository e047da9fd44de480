//! A right vector-mean in Rust, over the C ABI and with nothing but std.
//!
//!     rustc --edition 2021 -O --crate-type cdylib -o mean.so mean.rs
//!     gradvet vet ./mean.so --contract vector-mean

use std::os::raw::{c_char, c_int, c_void};
use std::slice;

// What gradvet.h declares.

#[allow(non_upper_case_globals)]
#[no_mangle]
pub static gradvet_abi_version: u32 = 1;

const GRADVET_OK: c_int = 0;
const GRADVET_MISFIT: c_int = 3;
const GRADVET_RESULT_LIST: i32 = 2;

#[repr(C)]
pub struct Argument {
    name: *const c_char,
    layout: i32,
    kind: i32,
    reals: *const f64,
    integers: *const i64,
    size: usize,
    rows: usize,
    width: usize,
    offsets: *const u32,
    offset_count: usize,
}

#[repr(C)]
pub struct Case {
    abi_version: u32,
    argument_bytes: u32,
    argument_count: usize,
    arguments: *const c_void,
}

#[repr(C)]
pub struct Answer {
    abi_version: u32,
    owner: *mut c_void,
    reals: unsafe extern "C" fn(*mut Answer, i32, usize) -> *mut f64,
    integers: unsafe extern "C" fn(*mut Answer, i32, usize) -> *mut i64,
    row: unsafe extern "C" fn(*mut Answer, usize) -> *mut f64,
    null_row: unsafe extern "C" fn(*mut Answer),
    text: unsafe extern "C" fn(*mut Answer, *const c_char, usize),
}

impl Case {
    /// Newer versions may append members to an argument, so its size is the caller's.
    unsafe fn argument(&self, index: usize) -> &Argument {
        &*(self.arguments as *const u8).add(index * self.argument_bytes as usize).cast()
    }
}

// The code under test.

fn mean(gradient_vectors: &[f64], width: usize, example_counts: &[i64], out: &mut [f64]) {
    let total: i64 = example_counts.iter().sum();
    for (j, number) in out.iter_mut().enumerate() {
        let sum: f64 = gradient_vectors.iter().skip(j).step_by(width).sum();
        *number = sum / total as f64;
    }
}

// The bridge between them.

#[no_mangle]
pub unsafe extern "C" fn gradvet_solve(input: *const Case, result: *mut Answer) -> c_int {
    let input = &*input;
    if input.argument_count != 2 {
        let text = "this is a vector-mean";
        ((*result).text)(result, text.as_ptr().cast(), text.len());
        return GRADVET_MISFIT;
    }
    let (gradients, counts) = (input.argument(0), input.argument(1));
    let out = ((*result).reals)(result, GRADVET_RESULT_LIST, gradients.width);
    mean(
        slice::from_raw_parts(gradients.reals, gradients.size),
        gradients.width,
        slice::from_raw_parts(counts.integers, counts.size),
        slice::from_raw_parts_mut(out, gradients.width),
    );
    GRADVET_OK
}

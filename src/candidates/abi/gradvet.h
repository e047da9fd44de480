/// The C ABI of gradvet, version 1: how a shared library is asked for the result of a case.
///
/// A library is vetted with
///
///     gradvet vet ./libmine.so --contract vector-mean          (or ./libmine.so:my_symbol)
///
/// and has to export two symbols: the entry point, and the version that it was built for, which this header
/// defines wherever it is included. This whole file is C11 and C++, needs nothing but the standard headers
/// below, and may be copied into another project.
///
///     #include <gradvet.h>
///
///     int gradvet_solve(const gradvet_case *input, gradvet_result *result) {
///       const gradvet_argument *rows = gradvet_argument_at(input, 0);
///       const gradvet_argument *counts = gradvet_argument_at(input, 1);
///       double *mean = gradvet_list(result, rows->width);
///       if (mean == NULL) return gradvet_fail(result, "no room");
///       for (size_t j = 0; j < rows->width; ++j) {
///         double sum = 0, total = 0;
///         for (size_t i = 0; i < rows->rows; ++i) sum += rows->reals[i * rows->width + j];
///         for (size_t i = 0; i < counts->size; ++i) total += (double)counts->integers[i];
///         mean[j] = sum / total;
///       }
///       return GRADVET_OK;
///     }
///
/// Rules
///
/// - Memory of the case belongs to gradvet, is valid during the call, aligned for its type, and read-only:
///   in a worker a write to it is a segmentation fault, and so a finding. Nothing in it may be kept.
/// - Memory of the result belongs to gradvet too: ask for it with the functions below, fill it before
///   returning. It is filled with NaN beforehand, and aligned for its type, to no more than 8 bytes; a write
///   behind its end or before its beginning is a crash. Nothing is to be freed, and the library frees its own
///   memory itself.
/// - Calls come one after another from one thread. The library may use threads of its own; they must not
///   touch the case or the result after the call has returned.
/// - No C++ exception and no longjmp may leave the function (gradvet.hpp catches exceptions).
/// - State that the function keeps from call to call is looked for, and found `unstable`.
/// - A crash, exit(), an endless loop or too much memory is a finding: the library runs in a forked worker,
///   which is started anew. (Not under --in-process.)
#ifndef GRADVET_H
#define GRADVET_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Rises when a library built for an older header could misunderstand a newer gradvet, or the other way
/// round. Members are only ever added at the end of a struct, which does not raise it.
#define GRADVET_ABI_VERSION 1

#if defined(__GNUC__)
#define GRADVET_EXPORT __attribute__((visibility("default")))
/// The version that a library was built for. Weak, so that any number of files may include this header. A
/// library in another language exports it itself, as a 32-bit unsigned constant of value 1.
extern const uint32_t gradvet_abi_version __attribute__((weak, visibility("default")));
const uint32_t gradvet_abi_version = GRADVET_ABI_VERSION;
#else
#define GRADVET_EXPORT
#endif

/// What gradvet_solve() returns. Any other value is taken for a failure without a text.
enum {
  GRADVET_OK = 0,        ///< the result is given
  GRADVET_FAILED = 1,    ///< the computation failed: a finding of kind `exception`; see gradvet_fail()
  GRADVET_DECLINED = 2,  ///< this case is not taken: counted, not judged; see gradvet_decline()
  GRADVET_MISFIT = 3,    ///< the function can take no case of this contract at all; see gradvet_misfit()
  GRADVET_NO_UPDATE = 4  ///< what a step of gradvet_accumulator.h may return; elsewhere a failure
};

/// Number formats. A float16 is IEEE 754 binary16, a bfloat16 the upper half of a binary32.
enum {
  GRADVET_FLOAT64 = 0,
  GRADVET_FLOAT32 = 1,
  GRADVET_FLOAT16 = 2,
  GRADVET_BFLOAT16 = 3,
  GRADVET_EXACT = 4  ///< no rounding is forgiven
};

/// Which array of an argument or a result holds its numbers.
enum { GRADVET_REALS = 0, GRADVET_INTEGERS = 1 };

/// How the numbers of an argument are laid out.
enum {
  GRADVET_SCALAR = 0,          ///< one number: rows 1, width 1
  GRADVET_PER_MICROBATCH = 1,  ///< one number for each microbatch: rows = their count, width 1
  GRADVET_MATRIX = 2,          ///< microbatch x coordinate, row-major: number [i * width + j]
  GRADVET_RAGGED = 3,          ///< microbatch x item, rows of any length
  GRADVET_RANK_VECTOR = 4,     ///< rank x microbatch, ranks with any count of microbatches
  GRADVET_RANK_MATRIX = 5      ///< rank x microbatch x coordinate, the same with `width` numbers a microbatch
};

/// A list of operations, the first parameter of a stateful contract, is four arguments with one row for each
/// operation: `operations`, a GRADVET_MATRIX of the gradients that are added, then `operations.kind`,
/// `operations.count` and `operations.scale`, one number each. All but an `add` has zeros in all of them but
/// the kind. gradvet_accumulator.h turns such a list into calls of functions.
///
/// Kinds of operations; another one comes from a newer gradvet: decline.
enum {
  GRADVET_STEP = 0,  ///< ends a window: gives its update, or none
  GRADVET_ADD = 1,   ///< a microbatch comes to the window
  GRADVET_SAVE = 2,  ///< keeps the state
  GRADVET_LOAD = 3,  ///< brings the state kept last into a fresh accumulator; never without a save before
  GRADVET_RESET = 4  ///< drops the window
};

/// Policies: what a microbatch does that is not finite or has scale 0.
enum {
  GRADVET_SKIP_WINDOW = 0,     ///< it voids the window
  GRADVET_SKIP_MICROBATCH = 1  ///< it alone is left out, with its count
};

/// The form of a result.
enum {
  GRADVET_RESULT_SCALAR = 1,  ///< one number
  GRADVET_RESULT_LIST = 2,    ///< a list of numbers
  GRADVET_RESULT_ROWS = 3     ///< for each optimizer step a list of numbers, or "no update"
};

/// One argument of a case.
typedef struct gradvet_argument {
  const char* name;  ///< the parameter's name, "gradient_vectors"
  int32_t layout;    ///< GRADVET_MATRIX, …; a value not listed above comes from a newer gradvet: decline
  int32_t type;      ///< GRADVET_REALS or GRADVET_INTEGERS
  /// The numbers, where `type` says so, else null. Never null where it does, also for no numbers. Values and
  /// scales are reals, counts and sizes integers. Reals always travel as float64: each is a value of the
  /// case's `input_format`, so that turning it into that format is exact; no second copy in a narrow format
  /// has to agree with it, and each language keeps its own 16-bit type (gradvet_float16_bits() and
  /// gradvet_bfloat16_bits() give the bits).
  const double* reals;
  const int64_t* integers;
  size_t size;   ///< how many numbers
  size_t rows;   ///< see the layouts; for ragged ones the number of rows or ranks
  size_t width;  ///< numbers in each row of a matrix; numbers in each item of a ragged layout (1 for vectors)
  /// For ragged layouts: row r holds items offsets[r] to offsets[r + 1] - 1, where item k is the `width`
  /// numbers from k * width on. offsets[0] is 0. Null for the others.
  const uint32_t* offsets;
  size_t offset_count;  ///< rows + 1, or 0
  /// 1 where a function may leave this argument aside (the contract's value does not depend on it), else 0.
  /// Only a gradvet whose `argument_bytes` reaches behind it has this member.
  int32_t is_optional;
} gradvet_argument;

/// One case. Strings end with a NUL and live as long as the library is loaded.
typedef struct gradvet_case {
  uint32_t abi_version;     ///< of the gradvet that calls
  uint32_t argument_bytes;  ///< sizeof(gradvet_argument) there: use gradvet_argument_at()
  size_t argument_count;
  const gradvet_argument* arguments;  ///< in the order of the contract's parameters
  const char* contract;               ///< "vector-mean"
  const char* profile;                ///< the declared arithmetic, "bf16-acc32"
  int32_t input_format;               ///< GRADVET_FLOAT64, …: what every real of the case is a value of
  int32_t accumulator_format;
  int32_t output_format;  ///< what reals of the result are judged in
  int32_t result_shape;   ///< the form that the contract asks for, GRADVET_RESULT_LIST, …
} gradvet_case;

/// Where the result goes. Call its functions through those at the end of this file; a library in another
/// language may call them itself.
typedef struct gradvet_result gradvet_result;
struct gradvet_result {
  uint32_t abi_version;
  void* owner;  ///< gradvet's own
  /// Room for `size` numbers in the given shape; drops what was given before. Null where it is more than
  /// gradvet takes (over four million numbers).
  double* (*reals)(gradvet_result* result, int32_t shape, size_t size);
  int64_t* (*integers)(gradvet_result* result, int32_t shape, size_t size);
  /// Room for the next row of GRADVET_RESULT_ROWS; null as above.
  double* (*row)(gradvet_result* result, size_t size);
  /// The next row is "no update".
  void (*null_row)(gradvet_result* result);
  /// A text of `size` bytes of UTF-8, which is copied (4 KiB at most): why it failed, declined, or cannot
  /// fit.
  void (*text)(gradvet_result* result, const char* text, size_t size);
};

/// The entry point. `input` and `result` are never null.
GRADVET_EXPORT int gradvet_solve(const gradvet_case* input, gradvet_result* result);

/// The type of the entry point, under whatever name.
typedef int (*gradvet_function)(const gradvet_case* input, gradvet_result* result);

// Arguments.

/// Argument `index`, from 0, in the order of the contract's parameters; null beyond the last.
static inline const gradvet_argument* gradvet_argument_at(const gradvet_case* input, size_t index) {
  if (index >= input->argument_count) return NULL;
  return (const gradvet_argument*)(const void*)((const char*)input->arguments +
                                                index * (size_t)input->argument_bytes);
}

/// The argument of this name; null where the contract has none.
static inline const gradvet_argument* gradvet_find(const gradvet_case* input, const char* name) {
  for (size_t index = 0; index < input->argument_count; ++index) {
    const gradvet_argument* argument = gradvet_argument_at(input, index);
    if (strcmp(argument->name, name) == 0) return argument;
  }
  return NULL;
}

// Results.

/// Room for a list of `size` numbers; null where gradvet takes no such many.
static inline double* gradvet_list(gradvet_result* result, size_t size) {
  return result->reals(result, GRADVET_RESULT_LIST, size);
}

/// The result is this one number.
static inline int gradvet_scalar(gradvet_result* result, double value) {
  *result->reals(result, GRADVET_RESULT_SCALAR, 1) = value;
  return GRADVET_OK;
}

/// Room for a list of `size` integers, which are judged as exact.
static inline int64_t* gradvet_integers(gradvet_result* result, size_t size) {
  return result->integers(result, GRADVET_RESULT_LIST, size);
}

/// The result is this one integer, judged as exact.
static inline int gradvet_integer(gradvet_result* result, int64_t value) {
  *result->integers(result, GRADVET_RESULT_SCALAR, 1) = value;
  return GRADVET_OK;
}

/// The update of the next optimizer step: room for `size` numbers, or null. A stream without steps gives no
/// row.
static inline double* gradvet_row(gradvet_result* result, size_t size) { return result->row(result, size); }

/// The next optimizer step updates nothing (which is not an update by zero).
static inline void gradvet_null_row(gradvet_result* result) { result->null_row(result); }

/// The result as a whole is "no update", for contracts whose result may be null: `return
/// gradvet_null(result);`
static inline int gradvet_null(gradvet_result* result) {
  (void)result->reals(result, GRADVET_RESULT_LIST, 0);
  result->null_row(result);
  return GRADVET_OK;
}

static inline int gradvet_say(gradvet_result* result, int status, const char* text) {
  result->text(result, text, strlen(text));
  return status;
}

/// `return gradvet_fail(result, "the total is zero");`
static inline int gradvet_fail(gradvet_result* result, const char* text) {
  return gradvet_say(result, GRADVET_FAILED, text);
}

/// `return gradvet_decline(result, "more than 64 microbatches");`
static inline int gradvet_decline(gradvet_result* result, const char* text) {
  return gradvet_say(result, GRADVET_DECLINED, text);
}

/// `return gradvet_misfit(result, "takes three arguments");`: the run ends, nothing was judged.
static inline int gradvet_misfit(gradvet_result* result, const char* text) {
  return gradvet_say(result, GRADVET_MISFIT, text);
}

// Formats of 16 bits, for languages without such types.

/// The bits of `value` in a binary format of 16 bits, rounded to nearest, ties to even (IEEE
/// 754-2019, 4.3.1).
static inline uint16_t gradvet_narrow_bits(double value, int fraction_bits) {
  const int exponent_bits = 15 - fraction_bits;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const uint32_t infinity = (uint32_t)((1 << exponent_bits) - 1) << fraction_bits;
  uint64_t bits, significand, quotient, rest, half, result;
  uint16_t sign;
  int field, shift;
  memcpy(&bits, &value, sizeof bits);
  sign = (uint16_t)((bits >> 63) << 15);
  field = (int)((bits >> 52) & 0x7ff);
  significand = bits & 0xfffffffffffffULL;
  if (field == 0x7ff)
    return (uint16_t)(sign | infinity | (significand == 0 ? 0U : 1U << (fraction_bits - 1)));
  if (field == 0) return sign;  // a subnormal float64 is far below half of the least of these formats
  significand |= 1ULL << 52;
  field += bias - 1023;
  shift = 52 - fraction_bits + (field >= 1 ? 0 : 1 - field);
  if (shift > 54) return sign;
  quotient = significand >> shift;
  rest = significand & ((1ULL << shift) - 1);
  half = 1ULL << (shift - 1);
  if (rest > half || (rest == half && (quotient & 1) != 0)) ++quotient;
  // The leading bit of a normal quotient adds one to the exponent field, and so does a carry.
  result = quotient + (field >= 1 ? (uint64_t)(field - 1) << fraction_bits : 0);
  return (uint16_t)(sign | (result >= infinity ? infinity : (uint32_t)result));
}

/// The value of such bits; exact.
static inline double gradvet_widen_bits(uint16_t bits, int fraction_bits) {
  const int exponent_bits = 15 - fraction_bits;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int field = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
  const uint64_t fraction = bits & ((1U << fraction_bits) - 1);
  uint64_t wide = (uint64_t)(bits >> 15) << 63;
  double unit, value;
  if (field == 0) {
    const uint64_t least = (uint64_t)(1 - bias - fraction_bits + 1023) << 52;
    memcpy(&unit, &least, sizeof unit);
    value = (double)fraction * unit;
    return wide == 0 ? value : -value;
  }
  wide |= (uint64_t)(field == (1 << exponent_bits) - 1 ? 0x7ff : field - bias + 1023) << 52;
  wide |= fraction << (52 - fraction_bits);
  memcpy(&value, &wide, sizeof value);
  return value;
}

static inline uint16_t gradvet_float16_bits(double value) { return gradvet_narrow_bits(value, 10); }
static inline uint16_t gradvet_bfloat16_bits(double value) { return gradvet_narrow_bits(value, 7); }
static inline double gradvet_from_float16_bits(uint16_t bits) { return gradvet_widen_bits(bits, 10); }
static inline double gradvet_from_bfloat16_bits(uint16_t bits) { return gradvet_widen_bits(bits, 7); }

#ifdef __cplusplus
}
#endif

#endif

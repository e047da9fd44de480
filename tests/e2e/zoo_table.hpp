#pragma once

#include <array>
#include <string_view>

namespace gradvet {

/// A candidate of tests/fixtures/candidates/zoo and what vetting it must come to.
struct Animal {
  enum class Cage { kLibrary, kPeer, kPython, kShell };
  enum class Patience { kUsual, kShort };  ///< kShort for what hangs: no one is to wait for it

  Cage cage;
  std::string_view name;  ///< the symbol, the mode, the function, or a whole command
  int status;             ///< of `gradvet vet`
  std::string_view says;  ///< stands in its output
  Patience patience = Patience::kUsual;
};

inline constexpr auto kLibrary = Animal::Cage::kLibrary;
inline constexpr auto kPeer = Animal::Cage::kPeer;
inline constexpr auto kPython = Animal::Cage::kPython;
inline constexpr auto kShell = Animal::Cage::kShell;
inline constexpr auto kShort = Animal::Patience::kShort;

inline constexpr std::array kZoo = {
    // Libraries in C.
    Animal{kLibrary, "gradvet_solve", 0, "held"},
    Animal{kLibrary, "exits_with_zero", 1, "a crash: exit status 0"},
    Animal{kLibrary, "exits_after_five_answers", 1, "unstable"},
    Animal{kLibrary, "aborts", 1, "a crash: signal 6 (SIGABRT)"},
    Animal{kLibrary, "segfaults", 1, "a crash: signal 11 (SIGSEGV)"},
    Animal{kLibrary, "kills_itself", 1, "a crash: signal 9 (SIGKILL)"},
    Animal{kLibrary, "stops_itself", 1, "no answer within 100 ms", kShort},
    Animal{kLibrary, "overflows_the_stack", 1, "a crash: signal 11 (SIGSEGV)"},
    Animal{kLibrary, "loops_forever", 1, "no answer within 100 ms", kShort},
    Animal{kLibrary, "hangs_and_ignores_every_signal", 1, "no answer within 100 ms", kShort},
    Animal{kLibrary, "hangs_and_is_traced_by_its_child", 1, "no answer within 100 ms", kShort},
    Animal{kLibrary, "leaves_its_group_and_hangs", 1, "no answer within 100 ms", kShort},
    Animal{kLibrary, "gives_an_unknown_shape", 1, "a result of shape 99, which there is not"},
    Animal{kLibrary, "takes_all_memory", 1, "an exception: out of memory"},
    Animal{kLibrary, "leaks", 0, "held"},
    Animal{kLibrary, "writes_to_its_case", 1, "a crash: signal 11 (SIGSEGV): it wrote to its case"},
    Animal{kLibrary, "unmaps_its_case", 1, "SIGSEGV): it took memory away that gradvet shares with it"},
    Animal{kLibrary, "locks_its_case", 1, "SIGSEGV): it took memory away that gradvet shares with it"},
    Animal{kLibrary, "speaks_past_gradvet", 1, "closed the descriptors that gradvet speaks through"},
    Animal{kLibrary, "declines_what_matters", 3, "unjudged"},
    Animal{kLibrary, "reads_behind_its_case", 1, "non-finite"},
    Animal{kLibrary, "returns_uninitialised_memory", 1, "non-finite"},
    Animal{kLibrary, "overruns_its_result", 1, "SIGSEGV): it reached behind the end of its result"},
    Animal{kLibrary, "writes_far_behind_its_result", 1, "SIGSEGV): it reached behind the end of its result"},
    Animal{kLibrary, "writes_pages_behind_its_result", 1,
           "SIGSEGV): it reached behind the end of its result"},
    Animal{kLibrary, "writes_before_its_result", 1, "a crash: wrote before the beginning of its result"},
    Animal{kLibrary, "writes_far_before_its_result", 1, "a crash: wrote before the beginning of its result"},
    Animal{kLibrary, "writes_pages_before_its_result", 1,
           "SIGSEGV): it reached before the beginning of its result"},
    Animal{kLibrary, "ruins_the_results_of_others", 1, "broken"},
    Animal{kLibrary, "asks_for_too_much", 1, "numbers, more than the 4194304 of a result"},
    Animal{kLibrary, "gives_no_result", 1, "no result, though it returned GRADVET_OK"},
    Animal{kLibrary, "gives_a_scalar", 1, "wrong-shape"},
    Animal{kLibrary, "gives_one_number_too_many", 1, "wrong-shape"},
    Animal{kLibrary, "gives_rows", 1, "a list in a list where numbers are expected"},
    Animal{kLibrary, "returns_an_unknown_status", 1, "it returned 42 without a text"},
    Animal{kLibrary, "fails_with_a_text", 1, "an exception: no \\x1b[31mkernel"},
    Animal{kLibrary, "declines_everything", 3, "the candidate declined every case"},
    Animal{kLibrary, "fits_no_case", 3, "cannot take the cases of the contract: this is a softmax"},
    Animal{kLibrary, "not_there", 3, "exports no symbol 'not_there'"},
    Animal{kLibrary, "printf", 3, "'printf' is no function of the library itself: it comes from '"},
    Animal{kLibrary, "gradvet_abi_version", 3, "'gradvet_abi_version' is a variable, no function"},
    Animal{kLibrary, "closes_every_descriptor", 1,
           "a crash: closed the descriptors that gradvet speaks through"},
    Animal{kLibrary, "closes_its_streams", 0, "held"},
    Animal{kLibrary, "writes_on_every_descriptor", 0, "held"},
    Animal{kLibrary, "leaves_a_grandchild", 1, "a crash: exit status 6"},
    Animal{kLibrary, "crashes_in_a_thread", 1, "a crash: signal 6 (SIGABRT)"},
    Animal{kLibrary, "floods_stderr", 0, "held"},
    Animal{kLibrary, "rounds_upward", 0, "held"},
    Animal{kLibrary, "flushes_to_zero", 0, "held"},
    Animal{kLibrary, "changes_the_locale", 0, "held"},
    Animal{kLibrary, "changes_the_folder", 0, "held"},
    Animal{kLibrary, "replaces_its_own_file", 1, "wrong-value"},
    Animal{kLibrary, "overwrites_its_own_file", 3, "was overwritten while it was vetted"},
    Animal{kLibrary, "is_nondeterministic", 1, "broken"},
    Animal{kLibrary, "depends_on_earlier_cases", 1, "unstable"},
    Animal{kLibrary, "depends_on_wall_time", 1, "unstable"},
    Animal{kLibrary, "depends_on_the_address_of_its_input", 1, "broken"},
    // Programs that speak JSON Lines.
    Animal{kPeer, "right", 0, "held"},
    Animal{kPeer, "out-of-order", 0, "held"},
    Animal{kPeer, "crlf", 0, "held"},
    Animal{kPeer, "floods-stderr", 0, "held"},
    Animal{kPeer, "exits-at-start", 3, "died three times before its first answer (exit status 3)"},
    Animal{kPeer, "exits-after-five-answers", 1, "a crash: exit status 7"},
    Animal{kPeer, "never-reads", 3, "gave no answer within 1000 ms", kShort},
    Animal{kPeer, "reads-and-never-answers", 3, "gave no answer within 1000 ms", kShort},
    Animal{kPeer, "hangs", 1, "no answer within 100 ms", kShort},
    Animal{kPeer, "ignores-sigterm", 1, "no answer within 100 ms", kShort},
    Animal{kPeer, "answers-late", 1, "no answer within 100 ms", kShort},
    Animal{kPeer, "banner", 1, "output that is no answer"},
    Animal{kPeer, "garbage-forever", 1, "output that is no answer"},
    Animal{kPeer, "answers-twice", 1, "an id that is not in flight"},
    Animal{kPeer, "unknown-id", 1, "an id that is not in flight"},
    Animal{kPeer, "never-asked", 1, "an id that is not in flight"},
    Animal{kPeer, "id-as-text", 1, "no id"},
    Animal{kPeer, "half-a-line", 1, "in the middle of a line"},
    Animal{kPeer, "a-long-line", 1, "a line of over 64 MiB"},
    Animal{kPeer, "an-endless-line", 1, "a line of over 64 MiB"},
    Animal{kPeer, "no-json", 1, "no JSON"},
    Animal{kPeer, "binary-noise", 1, "no JSON"},
    Animal{kPeer, "invalid-utf-8", 1, "no JSON"},
    Animal{kPeer, "nul-bytes", 1, "no JSON"},
    Animal{kPeer, "byte-order-mark", 1, "no JSON"},
    Animal{kPeer, "lone-surrogate", 1, "no JSON"},
    Animal{kPeer, "trailing-comma", 1, "no JSON"},
    Animal{kPeer, "leading-zero", 1, "no JSON"},
    Animal{kPeer, "lower-case-nan", 1, "no JSON"},
    Animal{kPeer, "deep-nesting", 1, "protocol"},
    Animal{kPeer, "duplicate-keys", 1, "no JSON"},
    Animal{kPeer, "both", 1, "more than one of result, error and declined"},
    Animal{kPeer, "overflowing-number", 1, "non-finite"},
    Animal{kPeer, "immense-exponent", 1, "non-finite"},
    Animal{kPeer, "underflowing-number", 1, "wrong-value"},
    Animal{kPeer, "bare-nan", 1, "non-finite"},
    Animal{kPeer, "huge-integer", 1, "non-finite"},
    Animal{kPeer, "numbers-as-text", 1, "the text '0.5'"},
    Animal{kPeer, "decimal-comma", 1, "wrong-shape"},
    Animal{kPeer, "null", 1, "wrong-shape"},
    Animal{kPeer, "object", 1, "an object"},
    Animal{kPeer, "scalar", 1, "wrong-shape"},
    Animal{kPeer, "no-numbers", 1, "a list in a list"},
    Animal{kPeer, "ragged-rows", 1, "a list in a list"},
    Animal{kPeer, "no-result", 1, "an answer without a result"},
    Animal{kPeer, "error", 1, "no kernel for this shape"},
    Animal{kPeer, "declines-everything", 3, "the candidate declined every case"},
    Animal{kPeer, "writes-empty-lines-forever", 1, "no answer within 100 ms", kShort},
    Animal{kPeer, "closes-stdout", 1, "a crash: closed its output"},
    Animal{kPeer, "leaves-a-grandchild", 1, "a crash: exit status 6"},
    Animal{kPeer, "kills-its-group", 1, "a crash: signal 9 (SIGKILL)"},
    Animal{kPeer, "depends-on-the-batch-size", 1, "broken"},
    Animal{kShell, "yes", 1, "output that is no answer"},
    Animal{kShell, "cat", 1, "an answer without a result"},
    Animal{kShell, "true", 3, "died three times before its first answer (exit status 0)"},
    // Python functions.
    Animal{kPython, "right", 0, "held"},
    Animal{kPython, "exits_always", 3, "died three times before its first answer"},
    Animal{kPython, "segfaults_always", 3, "died three times before its first answer"},
    Animal{kPython, "segfaults", 1, "a crash: signal 11 (SIGSEGV)"},
    Animal{kPython, "kills_itself", 1, "a crash: signal 9 (SIGKILL)"},
    Animal{kPython, "hangs_without_signals", 1, "no answer within 100 ms", kShort},
    Animal{kPython, "returns_a_huge_integer", 1, "an integer of 5,001 digits"},
    Animal{kPython, "ruins_its_arguments", 0, "held"},
    Animal{kPython, "changes_its_surroundings", 0, "held"},
    Animal{kPython, "is_nondeterministic", 1, "broken"},
    Animal{kPython, "depends_on_earlier_cases", 1, "unstable"},
    Animal{kPython, "leaves_threads", 0, "held"},
    Animal{kPython, "comes_back_twice", 0, "held"},
    Animal{kPython, "replaces_builtins", 0, "held"},
    Animal{kPython, "takes_all_memory", 1, "MemoryError"},
    Animal{kPython, "raises_an_exit", 1, "a crash: exit status 0 (SystemExit in the call)"},
};

}  // namespace gradvet

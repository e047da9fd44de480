/// An accumulator as seven functions instead of one over a list of operations, for the contract
/// `accumulator`. C11 and C++, beside gradvet.h:
///
///     #include <gradvet_accumulator.h>
///
///     static const gradvet_accumulator_functions mine = {
///         .create = create, .add = add, .step = step, .reset = reset,
///         .save = save, .load = load, .destroy = destroy};
///     GRADVET_ACCUMULATOR(mine)                 // the library then exports gradvet_solve
///     GRADVET_ACCUMULATOR_AS(my_symbol, mine)   // or under another name: gradvet vet ./libmine.so:my_symbol
///
///     gradvet vet ./libmine.so --contract accumulator
///
/// For each case an accumulator is created, and its operations are done one after another; a `load` destroys
/// it, creates another and has it load the snapshot saved last, as a restart of training does. Whatever was
/// created or saved is destroyed exactly once before the case ends, also where a function fails.
///
/// A whole example is src/candidates/examples/c/accumulator.c. In C++, gradvet_accumulator.hpp takes a class.
#ifndef GRADVET_ACCUMULATOR_H
#define GRADVET_ACCUMULATOR_H

#include <gradvet.h>

#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/// All but the last two are required. `width` is the number of coordinates, the same in every call of a case,
/// and 0 where nothing is ever added. Functions that return an int return GRADVET_OK, or else the status that
/// the case is to have: GRADVET_FAILED, a finding, or GRADVET_DECLINED.
typedef struct gradvet_accumulator_functions {
  /// A fresh accumulator under GRADVET_SKIP_WINDOW or GRADVET_SKIP_MICROBATCH; null where it failed.
  void* (*create)(int32_t policy, size_t width);
  /// Adds a microbatch: `width` numbers, scaled by `scale`, of `count` examples. May be NaN or infinite, and
  /// the scale 0. `gradient` is read-only, and valid during the call.
  int (*add)(void* state, const double* gradient, size_t width, int64_t count, double scale);
  /// Ends the window: writes the `width` numbers of the update to `out`, or returns
  /// GRADVET_NO_UPDATE, which is not an update by zero.
  int (*step)(void* state, double* out, size_t width);
  /// Drops the window.
  int (*reset)(void* state);
  /// A snapshot of the state, never the accumulator itself: it is loaded after that was destroyed. Null where
  /// it failed.
  void* (*save)(void* state);
  /// Gives a snapshot to a fresh accumulator of the same policy and width. The same one may be loaded again
  /// later.
  int (*load)(void* state, const void* snapshot);
  /// Frees an accumulator, and a snapshot where `destroy_snapshot` is null.
  void (*destroy)(void* state);
  /// Frees a snapshot, where that is something else than an accumulator.
  void (*destroy_snapshot)(void* snapshot);
  /// Why the last function failed or declined, for the report; may return null. The state is null after
  /// `create`.
  const char* (*why)(const void* state);
} gradvet_accumulator_functions;

/// What is alive during a case.
typedef struct gradvet_accumulator_run {
  const gradvet_accumulator_functions* functions;
  gradvet_result* result;
  int32_t policy;
  size_t width;
  void* state;
  void* snapshot;
  double* room;  ///< for an update: `width` numbers between two that nobody may touch
} gradvet_accumulator_run;

/// The status, with a text that names the function.
static inline int gradvet_accumulator_failed(const gradvet_accumulator_run* run, int status,
                                             const char* function) {
  const char* const why = run->functions->why == NULL ? NULL : run->functions->why(run->state);
  char text[1024];
  if (why != NULL)
    (void)snprintf(text, sizeof text, "in %s: %s", function, why);
  else
    (void)snprintf(text, sizeof text, "in %s: it returned %d without a text", function, status);
  return gradvet_say(run->result, status, text);
}

static inline int gradvet_accumulator_create(gradvet_accumulator_run* run) {
  run->state = run->functions->create(run->policy, run->width);
  return run->state != NULL ? GRADVET_OK : gradvet_accumulator_failed(run, GRADVET_FAILED, "create");
}

static inline void gradvet_accumulator_destroy(gradvet_accumulator_run* run) {
  if (run->state != NULL) run->functions->destroy(run->state);
  run->state = NULL;
}

static inline void gradvet_accumulator_forget(gradvet_accumulator_run* run) {
  if (run->snapshot != NULL)
    (run->functions->destroy_snapshot != NULL ? run->functions->destroy_snapshot
                                              : run->functions->destroy)(run->snapshot);
  run->snapshot = NULL;
}

static inline int gradvet_accumulator_step(gradvet_accumulator_run* run) {
  // All bits set is a NaN: what step leaves out shows in the result, and what it writes beside it here.
  static const unsigned char untouched[sizeof(double)] = {255, 255, 255, 255, 255, 255, 255, 255};
  double* const out = run->room + 1;
  double* row;
  int status;
  memset(run->room, 255, (run->width + 2) * sizeof(double));
  status = run->functions->step(run->state, out, run->width);
  if (memcmp(out - 1, untouched, sizeof untouched) != 0)
    return gradvet_fail(run->result, "in step: it wrote before the beginning of its update");
  if (memcmp(out + run->width, untouched, sizeof untouched) != 0)
    return gradvet_fail(run->result, "in step: it wrote behind the end of its update");
  if (status == GRADVET_NO_UPDATE) {
    gradvet_null_row(run->result);
    return GRADVET_OK;
  }
  if (status != GRADVET_OK) return gradvet_accumulator_failed(run, status, "step");
  row = gradvet_row(run->result, run->width);
  if (row == NULL) return gradvet_decline(run->result, "more numbers than a result may have");
  memcpy(row, out, run->width * sizeof(double));
  return GRADVET_OK;
}

static inline int gradvet_accumulator_save(gradvet_accumulator_run* run) {
  void* const snapshot = run->functions->save(run->state);
  if (snapshot == NULL) return gradvet_accumulator_failed(run, GRADVET_FAILED, "save");
  if (snapshot == run->state)
    return gradvet_fail(run->result, "in save: it gave the accumulator itself, not a copy of its state");
  gradvet_accumulator_forget(run);
  run->snapshot = snapshot;
  return GRADVET_OK;
}

static inline int gradvet_accumulator_load(gradvet_accumulator_run* run) {
  int status;
  if (run->snapshot == NULL) return gradvet_decline(run->result, "a load before any save");
  gradvet_accumulator_destroy(run);
  status = gradvet_accumulator_create(run);
  if (status != GRADVET_OK) return status;
  status = run->functions->load(run->state, run->snapshot);
  return status == GRADVET_OK ? GRADVET_OK : gradvet_accumulator_failed(run, status, "load");
}

/// The name of a function that is missing, or null.
static inline const char* gradvet_accumulator_missing(const gradvet_accumulator_functions* functions) {
  if (functions->create == NULL) return "create";
  if (functions->add == NULL) return "add";
  if (functions->step == NULL) return "step";
  if (functions->reset == NULL) return "reset";
  if (functions->save == NULL) return "save";
  if (functions->load == NULL) return "load";
  return functions->destroy == NULL ? "destroy" : NULL;
}

/// Answers a case of the contract `accumulator` through the functions; what the macros below export.
static inline int gradvet_run_operations(const gradvet_case* input, gradvet_result* result,
                                         const gradvet_accumulator_functions* functions) {
  const gradvet_argument* const gradients = gradvet_find(input, "operations");
  const gradvet_argument* const kinds = gradvet_find(input, "operations.kind");
  const gradvet_argument* const counts = gradvet_find(input, "operations.count");
  const gradvet_argument* const scales = gradvet_find(input, "operations.scale");
  const gradvet_argument* const policy = gradvet_find(input, "policy");
  const char* const missing = gradvet_accumulator_missing(functions);
  gradvet_accumulator_run run;
  int status;
  if (gradients == NULL || kinds == NULL || counts == NULL || scales == NULL || policy == NULL)
    return gradvet_misfit(result, "it is an accumulator, which takes operations and a policy");
  if (missing != NULL) {
    char text[64];
    (void)snprintf(text, sizeof text, "the accumulator has no function '%s'", missing);
    return gradvet_misfit(result, text);
  }
  run.functions = functions;
  run.result = result;
  run.policy = (int32_t)policy->integers[0];
  run.width = gradients->width;
  run.state = NULL;
  run.snapshot = NULL;
  run.room = (double*)malloc((run.width + 2) * sizeof(double));
  if (run.room == NULL) return gradvet_decline(result, "no memory for an update");
  status = gradvet_accumulator_create(&run);
  for (size_t i = 0; i < kinds->size && status == GRADVET_OK; ++i) {
    switch (kinds->integers[i]) {
      case GRADVET_STEP:
        status = gradvet_accumulator_step(&run);
        break;
      case GRADVET_ADD:
        status = functions->add(run.state, gradients->reals + i * run.width, run.width, counts->integers[i],
                                scales->reals[i]);
        if (status != GRADVET_OK) status = gradvet_accumulator_failed(&run, status, "add");
        break;
      case GRADVET_SAVE:
        status = gradvet_accumulator_save(&run);
        break;
      case GRADVET_LOAD:
        status = gradvet_accumulator_load(&run);
        break;
      case GRADVET_RESET:
        status = functions->reset(run.state);
        if (status != GRADVET_OK) status = gradvet_accumulator_failed(&run, status, "reset");
        break;
      default:
        status = gradvet_decline(result, "an operation that this header does not know");
    }
  }
  gradvet_accumulator_destroy(&run);
  gradvet_accumulator_forget(&run);
  free(run.room);
  return status;
}

#ifdef __cplusplus
}
#define GRADVET_C_LINKAGE extern "C"
#else
#define GRADVET_C_LINKAGE
#endif

/// Exports `symbol`, which answers through a gradvet_accumulator_functions. Stands once in a source file.
#define GRADVET_ACCUMULATOR_AS(symbol, functions)                                                  \
  GRADVET_C_LINKAGE GRADVET_EXPORT int symbol(const gradvet_case* input, gradvet_result* result);  \
  GRADVET_C_LINKAGE GRADVET_EXPORT int symbol(const gradvet_case* input, gradvet_result* result) { \
    return gradvet_run_operations(input, result, &(functions));                                    \
  }

/// The same as `gradvet_solve`, the symbol that is looked for where none is named.
#define GRADVET_ACCUMULATOR(functions) GRADVET_ACCUMULATOR_AS(gradvet_solve, functions)

#endif

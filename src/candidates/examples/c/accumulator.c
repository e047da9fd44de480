/* A right accumulator in C, for any profile of float64.
 *
 *     cc -std=c11 -O2 -shared -fPIC -I ../../abi -o accumulator.so accumulator.c
 *     gradvet vet ./accumulator.so --contract accumulator
 */
#include <gradvet_accumulator.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  bool skips_window;
  bool is_void;  /* a microbatch of this window was not finite, and that voids it */
  int64_t count; /* exact: totals stay below 2^63 */
  size_t width;
  double sums[];
} accumulator;

static void *create(int32_t policy, size_t width) {
  accumulator *made = calloc(1, sizeof *made + width * sizeof made->sums[0]);
  if (made == NULL) return NULL;
  made->skips_window = policy == GRADVET_SKIP_WINDOW;
  made->width = width;
  return made;
}

static int reset(void *state) {
  accumulator *self = state;
  self->is_void = false;
  self->count = 0;
  for (size_t j = 0; j < self->width; ++j) self->sums[j] = 0;
  return GRADVET_OK;
}

static int add(void *state, const double *gradient, size_t width, int64_t count, double scale) {
  accumulator *self = state;
  bool is_skipped = scale == 0;
  for (size_t j = 0; j < width; ++j) is_skipped = is_skipped || !isfinite(gradient[j]);
  if (is_skipped) {
    self->is_void = self->is_void || self->skips_window;
    return GRADVET_OK;
  }
  self->count += count;
  for (size_t j = 0; j < width; ++j) self->sums[j] += gradient[j] / scale;
  return GRADVET_OK;
}

static int step(void *state, double *out, size_t width) {
  accumulator *self = state;
  bool updates = self->count > 0 && !self->is_void;
  for (size_t j = 0; updates && j < width; ++j) out[j] = self->sums[j] / (double)self->count;
  reset(state);
  return updates ? GRADVET_OK : GRADVET_NO_UPDATE;
}

/* A snapshot is an accumulator too, so that `destroy` frees both. */
static void *save(void *state) {
  const accumulator *self = state;
  const size_t bytes = sizeof *self + self->width * sizeof self->sums[0];
  void *copy = malloc(bytes);
  return copy == NULL ? NULL : memcpy(copy, self, bytes);
}

static int load(void *state, const void *snapshot) {
  accumulator *self = state;
  memcpy(self, snapshot, sizeof *self + self->width * sizeof self->sums[0]);
  return GRADVET_OK;
}

static const gradvet_accumulator_functions functions = {.create = create,
                                                        .add = add,
                                                        .step = step,
                                                        .reset = reset,
                                                        .save = save,
                                                        .load = load,
                                                        .destroy = free};
GRADVET_ACCUMULATOR(functions)

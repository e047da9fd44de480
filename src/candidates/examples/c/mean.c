/* A right vector-mean in C, for any profile of float64.
 *
 *     cc -std=c11 -O2 -shared -fPIC -I ../../abi -o mean.so mean.c
 *     gradvet vet ./mean.so --contract vector-mean
 */
#include <gradvet.h>

int gradvet_solve(const gradvet_case *input, gradvet_result *result) {
  const gradvet_argument *gradients = gradvet_find(input, "gradient_vectors");
  const gradvet_argument *counts = gradvet_find(input, "example_counts");
  if (gradients == NULL || counts == NULL) return gradvet_misfit(result, "this is a vector-mean");
  double *mean = gradvet_list(result, gradients->width);
  if (mean == NULL) return gradvet_decline(result, "too wide");
  int64_t total = 0; /* exact: totals stay below 2^63 */
  for (size_t i = 0; i < counts->size; ++i) total += counts->integers[i];
  for (size_t j = 0; j < gradients->width; ++j) {
    double sum = 0;
    for (size_t i = 0; i < gradients->rows; ++i) sum += gradients->reals[i * gradients->width + j];
    mean[j] = sum / (double)total;
  }
  return GRADVET_OK;
}

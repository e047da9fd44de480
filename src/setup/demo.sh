#!/bin/sh
# Installs what is needed, builds build/release/gradvet and vets one right and one wrong candidate.
set -eu
cd "$(dirname "$0")/../.."
sh src/setup/packages.sh
cmake --workflow --preset release

examples=src/candidates/examples/python
echo
echo "A right candidate:"
build/release/gradvet vet $examples/mean.py --pins off
echo
echo "A wrong one:"
status=0
build/release/gradvet vet $examples/mean_of_means.py --pins off || status=$?
echo
if [ "$status" -ne 1 ]; then
  echo "demo: expected gradvet to find the second candidate broken (exit 1), it exited with $status" >&2
  exit 1
fi
echo "gradvet held the first and broke the second, as it should. Next: build/release/gradvet vet YOUR_FILE.py"

#!/bin/sh
# Installs what the tests need, builds everything with warnings as errors and runs the tests.
set -eu
cd "$(dirname "$0")/../.."
sh src/setup/packages.sh tests
cmake --workflow --preset dev

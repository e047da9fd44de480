#!/bin/sh
# Installs what gradvet builds with on Debian 12: `packages.sh` for the binary, `packages.sh tests` for its tests too.
# Asks nothing. As root, or through sudo.
set -eu

# libboost1.81-dev takes the place of libboost1.74-dev: its rationals are faster.
build='ca-certificates cmake ninja-build g++ libboost1.81-dev librapidcheck-dev libcli11-dev libfmt-dev libsimdjson-dev
       libexpected-dev libssl-dev libtomlplusplus-dev python3'
tests='libgtest-dev libgmock-dev clang-14 libclang-rt-14-dev parallel python3-yaml'

[ "${1:-}" = tests ] && build="$build $tests"
missing=
for package in $build; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -q
# shellcheck disable=SC2086 # a list of names
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing

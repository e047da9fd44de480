"""gradvet beside its peers on one property, run after run in turn: vector-mean, up to 20 microbatches of width up to
4, every case checked exactly. Prints the medians and their ratios as a table.

    python3 tests/benchmarks/peers/compare_peers.py --build build/bench --folder build/peers [--runs 5] [--only TEXT]

`--build` has the targets gradvet and bench_against_rapidcheck of the preset bench. Hypothesis and fast-check are
installed into `--folder`, from their registries, where they are not there yet; a peer without its toolchain is left
out, and the table says so.
"""
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
EXAMPLES = os.path.join(ROOT, "src", "candidates", "examples", "python")
HYPOTHESIS, FAST_CHECK = "hypothesis==6.67.0", "fast-check@4.11.0"


class Absent(Exception):
    """A peer cannot be run here."""


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def hunted(options, candidate, *flags):
    """Seconds and cases of one hunt that holds."""
    command = [options.gradvet, "vet", candidate, "--contract", "vector-mean", "--max-microbatches", "20", "--max-width",
               "4", "--pins", "off", "--progress", "never", "--report", "json=-", *flags]
    start = time.perf_counter()
    report = json.loads(run(command, cwd=options.folder).splitlines()[-1])
    seconds, cases = time.perf_counter() - start, report["runs"][0]["cases"]
    return seconds, sum(cases.values()) if isinstance(cases, dict) else cases


def hunt(options, candidate, few, many):
    """Microseconds a case by the difference of a short hunt and a long one, which leaves out the start."""
    short_seconds, short_cases = hunted(options, candidate, *few)
    long_seconds, long_cases = hunted(options, candidate, *many)
    return (long_seconds - short_seconds) / (long_cases - short_cases) * 1e6


def random_phase(candidate, cases):
    return lambda options: hunt(options, candidate, ["--scope", "off", "--cases", "1000"],
                                ["--scope", "off", "--cases", str(cases)])


def exhaustive_phase(options):
    few, many = ("microbatches=3,width=2,values=3,counts=3", "microbatches=4,width=2,values=3,counts=4")
    return hunt(options, "builtin:vector-mean/repair", ["--cases", "0", "--scope", few],
                ["--cases", "0", "--scope", many])


def plain_rapidcheck(options):
    text = run([os.path.join(options.build, "bench_against_rapidcheck")])
    return float(re.search(r"plain rc::check: +([0-9.]+)", text).group(1))


def hypothesis(options):
    venv = os.path.join(options.folder, "hypothesis")
    python = os.path.join(venv, "bin", "python")
    if not os.path.exists(python):
        run([sys.executable, "-m", "venv", venv])
        run([python, "-m", "pip", "--quiet", "install", HYPOTHESIS])
    return float(run([python, os.path.join(HERE, "hypothesis_peer.py"), "2000"]))


def fast_check(options):
    if shutil.which("npm") is None:
        raise Absent("npm is not installed")
    folder = os.path.join(options.folder, "fast-check")
    if not os.path.exists(os.path.join(folder, "node_modules", "fast-check")):
        os.makedirs(folder, exist_ok=True)
        run(["npm", "install", "--silent", "--no-package-lock", "--prefix", folder, FAST_CHECK])
    return float(run(["node", os.path.join(HERE, "fast_check_peer.mjs"), "20000"], cwd=folder))


def bare_loop(_):
    return float(run([sys.executable, os.path.join(HERE, "bare_loop.py"), "200000"]))


SUBJECTS = {
    "gradvet, built-in candidate, random phase": random_phase("builtin:vector-mean/repair", 1000000),
    "gradvet, built-in candidate, exhaustive phase": exhaustive_phase,
    "gradvet, Python candidate": random_phase(os.path.join(EXAMPLES, "mean.py"), 100000),
    "gradvet, JSON Lines program in Python": random_phase(
        f"exec:{sys.executable} {os.path.join(EXAMPLES, 'json_lines_mean.py')}", 50000),
    "plain rc::check with Boost's fractions": plain_rapidcheck,
    "Hypothesis 6.67": hypothesis,
    "fast-check 4.11": fast_check,
    "bare Python loop, nothing drawn or checked": bare_loop,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="subjects whose name has this text")
    options = parser.parse_args()
    options.folder, options.build = os.path.abspath(options.folder), os.path.abspath(options.build)
    options.gradvet = os.path.join(options.build, "gradvet")
    os.makedirs(options.folder, exist_ok=True)
    chosen = {name: subject for name, subject in SUBJECTS.items() if options.only in name}
    times, absent = {name: [] for name in chosen}, {}
    for _ in range(options.runs):
        for name, subject in chosen.items():
            try:
                times[name].append(subject(options))
            except Absent as reason:
                absent[name] = str(reason)
    medians = {name: statistics.median(series) for name, series in times.items() if series}
    first = next(iter(medians.values()))
    print("| | µs a case | cases a second | times the first |\n|---|---:|---:|---:|")
    for name, median in medians.items():
        print(f"| {name} | {median:.3g} | {1e6 / median:,.0f} | {median / first:,.3g} |")
    for name, reason in absent.items():
        print(f"| {name} | {reason} | | |")


if __name__ == "__main__":
    main()

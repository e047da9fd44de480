"""How gradvet's time and memory grow: with the microbatches and the width of one case, with the bounds of random cases,
and with their number. Prints a table with the exponents, fitted to what lies above the start of the program.

    python3 tests/benchmarks/growth.py --build build/bench [--runs 3] [--only TEXT] [--most 100000000]

`--build` has the target gradvet of the preset bench. The candidate is the built-in repair of vector-mean, so that nothing
but gradvet is measured. Each figure is the least of the runs: what else runs on the machine can only add.
"""
import argparse
import math
import os
import subprocess
import sys
import tempfile
import time

CANDIDATE = ["builtin:vector-mean/repair", "--contract", "vector-mean"]
RANDOM = ["vet", *CANDIDATE, "--scope", "off", "--pins", "off", "--progress", "never"]
CASES_OF_BOUNDS = "505"  # five times every size of RapidCheck


def powers(least, most):
    return [10**exponent for exponent in range(least, most + 1)]


def replay(rows, width):
    """The command that judges one case of this size; the case stands in a file."""
    # Number by number: a child's largest resident set counts from what this program has at its start.
    with open("case.json", "w") as file:
        file.write('{"gradient_vectors":[')
        for i in range(rows):
            file.write("[" if i == 0 else ",[")
            for j in range(width):
                file.write(f"{'' if j == 0 else ','}{1.5 + j % 7}")
            file.write("]")
        file.write('],"example_counts":[')
        for i in range(rows):
            file.write("3" if i == 0 else ",3")
        file.write("]}")
    return ["replay", "case.json", "--candidate", *CANDIDATE]


def bounded(microbatches, width):
    return RANDOM + ["--cases", CASES_OF_BOUNDS, "--max-microbatches", str(microbatches), "--max-width", str(width)]


AXES = {
    "microbatches of one case": (powers(0, 6), lambda n: replay(n, 1)),
    "width of one case": (powers(0, 6), lambda n: replay(1, n)),
    f"`--max-microbatches`, {CASES_OF_BOUNDS} cases of width 1": (powers(0, 5), lambda n: bounded(n, 1)),
    f"`--max-width`, {CASES_OF_BOUNDS} cases of one microbatch": (powers(0, 6), lambda n: bounded(1, n)),
    "`--cases`": (powers(3, 8), lambda n: RANDOM + ["--cases", str(n), "--max-microbatches", "4", "--max-width", "4"]),
}


def measured(command):
    """Seconds and KiB of the largest resident set."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{command} ended with {process.returncode}:\n{output.decode(errors='replace')}")
    return min(seconds, usage.ru_utime + usage.ru_stime), usage.ru_maxrss


def exponent(sizes, amounts):
    """The slope of the logarithms of what lies above the least size, where that is at least half of what the least
    size takes; None with fewer than two such points."""
    points = [(math.log(size), math.log(amount - amounts[0]))
              for size, amount in zip(sizes, amounts) if amount > 1.5 * amounts[0]]
    if len(points) < 2:
        return None
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)


def fitted(value):
    return "flat" if value is None else f"{value:.2f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="axes whose name has this text")
    parser.add_argument("--most", type=int, default=10**8, help="no size above this")
    options = parser.parse_args()
    gradvet = os.path.join(os.path.abspath(options.build), "gradvet")
    print("| what grows | from, to | seconds | MiB | exponent of time | of memory |")
    print("|---|---|---|---|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, (sizes, command_of) in AXES.items():
            if options.only not in name:
                continue
            sizes = [size for size in sizes if size <= options.most]
            seconds, kibs = [], []
            for size in sizes:
                command = [gradvet, *command_of(size)]
                results = [measured(command) for _ in range(options.runs)]
                seconds.append(min(result[0] for result in results))
                kibs.append(min(result[1] for result in results))
                print(f"{name} {size}: {seconds[-1]:.3f} s, {kibs[-1] / 1024:.1f} MiB", file=sys.stderr)
            print(f"| {name} | {sizes[0]:,}, {sizes[-1]:,} | {', '.join(f'{s:.3g}' for s in seconds)} | "
                  f"{', '.join(f'{k / 1024:.0f}' for k in kibs)} | {fitted(exponent(sizes, seconds))} | "
                  f"{fitted(exponent(sizes, kibs))} |", flush=True)


if __name__ == "__main__":
    main()

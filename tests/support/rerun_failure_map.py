"""Holds a failure map against its own programs: rerun_failure_map.py MAP.json

Checks every digest with hashlib, runs every program and compares what it prints and how it ends, and
computes the exact expectations' nearest float64. Prints how much there was, or each difference.
"""
import contextlib
import fractions
import hashlib
import io
import json
import subprocess
import sys

faults = []


def fault(where, what):
    faults.append(f"{where}: {what}")


def ran_here(python):
    """Output and status of a program, without the cost of a process."""
    printed = io.StringIO()
    status = 0
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(python, "program", "exec"), {"__name__": "__main__"})
        except SystemExit as end:
            status = end.code
    return printed.getvalue(), status


def ran_alone(python):
    run = subprocess.run([sys.executable, "-I", "-"], input=python, capture_output=True, text=True)
    return run.stdout, run.returncode


def nearest(expected):
    if isinstance(expected, list):
        return [nearest(entry) for entry in expected]
    return None if expected is None else float(fractions.Fraction(expected))


def same(left, right):
    """Equal in value: an empty sum is 0 in Python and 0.0 in float64."""
    return left == right


def look_at(where, variant, program):
    if hashlib.sha256(program["python"].encode()).hexdigest() != program["sha256"]:
        fault(where, "the digest is another")
    run = ran_alone if variant["variant"] == 1 else ran_here
    printed, status = run(program["python"])
    observed = json.loads(printed)
    if not same(observed["observations"], program["observations"]):
        for mine, theirs in zip(program["observations"], observed["observations"]):
            if not same(mine, theirs):
                fault(where, f"the map has {mine}, the program {theirs}")
    if status != program["exit"] or observed["passed"] != program["passed"]:
        fault(where, f"ended with {status}")
    if (status == 0) != (program["role"] == "repair"):
        fault(where, f"a {program['role']} that ends with {status}")
    for fixture, observation in zip(variant["fixtures"], program["observations"], strict=True):
        if fixture["check"] != observation["check"] or nearest(fixture["expected"]) != observation["expected"]:
            fault(where, f"{fixture} is not {observation}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        failure_map = json.load(file)
    programs = 0
    for mechanism in failure_map["mechanisms"]:
        if [variant["variant"] for variant in mechanism["variants"]] != [1, 2, 3, 4, 5]:
            fault(mechanism["id"], "has other variants")
        for variant in mechanism["variants"]:
            if [program["role"] for program in variant["programs"]] != ["failure", "unsuccessful-fix", "repair"]:
                fault(mechanism["id"], "has other programs")
            lines = "".join(f"{program['role']} {program['sha256']}\n" for program in variant["programs"])
            if hashlib.sha256(lines.encode()).hexdigest() != variant["digest"]:
                fault(mechanism["id"], "the digest of a variant is another")
            for program in variant["programs"]:
                look_at(f"{program['form']} N={variant['variant']}", variant, program)
                programs += 1
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(failure_map['mechanisms'])} mechanisms, {programs} programs, {len(faults)} differences")
    sys.exit(1 if faults else 0)


main()

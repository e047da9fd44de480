"""Vets the gradient accumulation of released libraries and compares with verdicts.json.

    python3 tests/frameworks/vet_frameworks.py --gradvet build/frameworks/gradvet --folder build/frameworks vet torch
    python3 tests/frameworks/vet_frameworks.py --folder build/frameworks table

`vet ENVIRONMENT` installs environments/ENVIRONMENT.txt into a virtual environment (or ENVIRONMENT.json as a Node package)
under `--folder` unless it is there already, and vets every row of verdicts.json that belongs to it. It ends with 0 where all
rows came out as written there, 1 where one did not, 77 where the environment cannot be had, after saying why.
`table` prints the rows that were vetted as the table of README.md.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77
# Of a loaded machine: importing a framework may take minutes there.
LIMITS = ["--timeout", "60s", "--start-timeout", "600s", "--memory", "16G"]


class Absent(Exception):
    """An environment that cannot be had here."""


def rows_of(environment=None):
    with open(os.path.join(HERE, "verdicts.json"), encoding="utf-8") as file:
        rows = json.load(file)["rows"]
    return [row for row in rows if environment in (None, row["environment"])]


def virtual_environment(place, requirements):
    return [[sys.executable, "-m", "venv", place],
            [python_of(place), "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "-r", requirements]]


def node_package(place, requirements):
    if shutil.which("npm") is None:
        raise Absent("there is no npm")
    os.makedirs(place)
    shutil.copy(requirements, os.path.join(place, "package.json"))
    return [["npm", "install", "--prefix", place, "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"]]


def python_of(place):
    return os.path.join(place, "bin", "python")


def installed(folder, environment):
    """The folder of the environment, which is made anew where its requirements have changed."""
    kinds = {".txt": virtual_environment, ".json": node_package}
    wanted = {kind: os.path.join(HERE, "environments", environment + kind) for kind in kinds}
    kind = next((kind for kind in kinds if os.path.exists(wanted[kind])), None)
    if kind is None:
        raise SystemExit(f"'{environment}' is no environment: see environments/")
    place = os.path.join(folder, environment)
    stamp = os.path.join(place, "installed.txt")
    with open(wanted[kind], encoding="utf-8") as file:
        requirements = file.read()
    if os.path.exists(stamp) and open(stamp, encoding="utf-8").read() == requirements:
        return place
    shutil.rmtree(place, ignore_errors=True)
    for command in kinds[kind](place, wanted[kind]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            shutil.rmtree(place, ignore_errors=True)
            said = (done.stderr or done.stdout).strip().split("\n")
            raise Absent(f"'{environment}' cannot be installed: {said[-1]}")
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(requirements)
    return place


def report_path(folder, row):
    name = row["environment"] + "." + row["candidate"].replace(".py:", ".").replace(".mjs ", ".") + ".json"
    return os.path.join(folder, "reports", name)


def candidate_word(row):
    path = os.path.join(HERE, "adapters", row["candidate"])
    return path if ".py:" in row["candidate"] else "exec:node " + path


def vet(options, place, row):
    """The run of one row, as gradvet's JSON report has it."""
    path = report_path(options.folder, row)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    command = [options.gradvet, "vet", candidate_word(row), "--contract", row["contract"], "--profile", "float32",
               "--python", python_of(place), "--pins", "off", "--progress", "never", *LIMITS, "--report", "json=" + path,
               *row["flags"]]
    variables = {"OMP_NUM_THREADS": "1", "FRAMEWORK_MODULES": os.path.join(place, "node_modules")}
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **variables})
    if done.returncode not in (0, 1):
        print(done.stdout, done.stderr[-3000:], sep="\n")
    return run_in(path)


def run_in(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)["runs"][0]


def told(run):
    """What verdicts.json writes of a run."""
    facts = {"verdict": run["verdict"]}
    if run["findings"]:
        finding = run["findings"][0]
        facts["case"] = finding["case"]
        facts["mistake"] = finding["mechanism"]["id"] if finding["mechanism"] else finding["formula"]
    return facts


def vet_environment(options):
    try:
        place = installed(options.folder, options.environment)
    except Absent as absent:
        print("skipped:", absent)
        return SKIPPED
    failed = 0
    rows = [row for row in rows_of(options.environment) if options.only in row["candidate"]]
    for row in rows:
        run = vet(options, place, row)
        actual = told(run)
        as_written = actual == row["expected"]
        failed += not as_written
        print("as written:" if as_written else "NOT as written:", row["candidate"], row["contract"],
              json.dumps(actual), sum(run["cases"].values()), "cases", run["reason"] or "", flush=True)
        if not as_written:
            print("  verdicts.json has", json.dumps(row["expected"]))
    print(f"{len(rows) - failed} passed, {failed} failed")
    return 1 if failed else 0


def number_text(number):
    return str(int(number)) if number == int(number) else str(number)


def value_text(value):
    if isinstance(value, list):
        return "[" + ", ".join(value_text(item) for item in value) + "]"
    return number_text(value) if isinstance(value, (int, float)) else str(value)


def finding_text(run):
    """The least case, what it gives and what it should, and the weights where they were measured."""
    if not run["findings"]:
        return f"{sum(run['cases'].values()):,} cases"
    finding = run["findings"][0]
    case = "; ".join(value_text(value) for value in finding["case"].values())
    flat = ", ".join(str(number) for number in finding["actual"])
    right = ", ".join(str(number) for number in finding["expected"])
    text = f"`{case}` gives {flat}, not {right}"
    weights = finding["weights"]
    if weights and weights["candidate"]:
        text += "; weights " + ", ".join(str(weight) for weight in weights["candidate"] if weight is not None)
        text += ", not " + ", ".join(str(weight) for weight in weights["contract"] if weight is not None)
    return text


def table(options):
    print("| library | what was driven | contract | verdict | least case, weights | by design, or known |")
    print("|---|---|---|---|---|---|")
    for row in rows_of():
        path = report_path(options.folder, row)
        if not os.path.exists(path):
            print(f"| {row['library']} | not vetted here: its environment '{row['environment']}' was skipped | | | | |")
            continue
        run = run_in(path)
        mistake = told(run).get("mistake")
        verdict = run["verdict"] + (f": {mistake}" if mistake else "")
        print(f"| {row['library']} | {row['driven']} | `{row['contract']}` | {verdict} | {finding_text(run)} | "
              f"{row['standing']} |")
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gradvet", default="gradvet")
    parser.add_argument("--folder", required=True)
    commands = parser.add_subparsers(dest="command", required=True)
    vetting = commands.add_parser("vet")
    vetting.add_argument("environment")
    vetting.add_argument("--only", default="", help="the rows whose candidate has this text")
    commands.add_parser("table")
    options = parser.parse_args()
    options.folder, options.gradvet = os.path.abspath(options.folder), os.path.abspath(options.gradvet)
    return vet_environment(options) if options.command == "vet" else table(options)


if __name__ == "__main__":
    sys.exit(main())

"""Vets every mutant of every repair with the real gradvet, by its fixtures alone and at the default budget.

The default budget begins with the fixtures, so what they kill is vetted once unless --twice is given.

usage: vet_mutants.py --gradvet PATH [--contract NAME]... [--every N] [--match TEXT] [--twice] [--jobs N]
                      [--results FILE]

Prints a table, and what is wrong, if anything: a mutant that survives without a reason in equivalent_mutants.json, a
reason for a mutant that is killed, a mutant that is killed though it is no other function than the repair, or one
that is given the name of a mistake which it is not. Ends with 1 then, else with 0.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import exact_cases
from mutation_kinds import observe_kinds
from repair_mutants import mutants_of

HERE = os.path.dirname(os.path.abspath(__file__))
EXACT_CASES = 1000
"""Cases in fractions on which a survivor must agree with the repair, and a named mutant with its mistake."""


def printed(gradvet, identity, *more):
    command = [gradvet, "explain", identity, "--source", "python", *more]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def solve_of(program):
    """The part of a printed program between its prelude and its fixtures."""
    return program.split("observations = []", 1)[1].split("\ndef observed(", 1)[0].strip() + "\n"


def vet(options, mutant, path, *more):
    """The run of the JSON report of one vetting."""
    command = [options.gradvet, "vet", path + ":solve", "--contract", mutant.contract, "--pins", "off", "--python",
               sys.executable, "--memory", "512M", "--progress", "never", "--report", "json=-", *more]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        raise RuntimeError(f"{mutant.key}: {done.stdout}{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])["runs"][0]


def judged(options, references, folder, number, mutant):
    path = os.path.join(folder, f"mutant_{number}.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(mutant.code)
    fixtures = vet(options, mutant, path, "--cases", "0", "--scope", "off")
    is_enough = fixtures["verdict"] == "broken" and not options.twice
    whole = fixtures if is_enough else vet(options, mutant, path)
    parting = exact_cases.first_parting(references[mutant.contract], exact_cases.exact_solve(mutant.code))
    named = [finding["mechanism"] for finding in whole["findings"] if finding["mechanism"]]
    names = sorted({(mechanism["id"], mechanism["role"]) for mechanism in named})
    return {"key": mutant.key, "contract": mutant.contract, "fixtures": fixtures["verdict"],
            "verdict": whole["verdict"], "names": names, "kinds": [finding["kind"] for finding in whole["findings"]],
            "parting": None if parting is None else repr(parting), "code": mutant.code, "reason": whole["reason"]}


class Mistakes:
    """The known mistakes, and what their own programs answer."""

    def __init__(self, gradvet):
        self.gradvet, self.known = gradvet, {}

    def of(self, contract, name, role):
        """Its exact answers and its answers in floats."""
        if (name, role) not in self.known:
            code = solve_of(printed(self.gradvet, name, "--role", role))
            cases = exact_cases.draw_cases(contract, EXACT_CASES)
            self.known[name, role] = (
                exact_cases.answers(exact_cases.exact_solve(code), cases),
                exact_cases.answers(exact_cases.plain_solve(code), exact_cases.as_floats(cases)))
        return self.known[name, role]

    def misnamed(self, result):
        """The names that a mutant was given and is not: neither the same function, nor the same bits."""
        for name, role in result["names"]:
            exact, floats = self.of(result["contract"], name, role)
            is_only_mistake = len(set(result["kinds"])) == 1
            is_same = exact_cases.same if is_only_mistake else exact_cases.same_or_other_form
            parting = exact_cases.first_parting(exact, exact_cases.exact_solve(result["code"]), is_same)
            plain = exact_cases.plain_solve(result["code"])
            if parting is not None and exact_cases.first_parting(floats, plain, exact_cases.same_bits) is not None:
                yield f"{name} {role}: {parting!r}"


def faults(gradvet, results, equivalent):
    mistakes = Mistakes(gradvet)
    for result in results:
        key, survives = result["key"], result["verdict"] != "broken"
        if survives and key not in equivalent:
            yield f"survives: {key}\n    {result['verdict']}; parts from the repair: {result['parting']}"
        if not survives and key in equivalent:
            yield f"listed as equivalent, but killed: {key}"
        if not survives and result["parting"] is None:
            yield f"killed, though no case in fractions tells it from the repair: {key} {result['kinds']}"
        for wrong in mistakes.misnamed(result):
            yield f"given a name that it is not: {key}\n    {wrong}"


def table(results, equivalent):
    lines = ["| contract | mutants | equivalent | killed by the fixtures alone | killed at the default budget | kill "
             "rate | named as a known mistake |", "|---|---|---|---|---|---|---|"]
    contracts = list(dict.fromkeys(result["contract"] for result in results))
    for contract in [*contracts, "all"]:
        rows = [result for result in results if contract in ("all", result["contract"])]
        same = sum(result["key"] in equivalent for result in rows)
        by_fixtures = sum(result["fixtures"] == "broken" for result in rows)
        killed = sum(result["verdict"] == "broken" for result in rows)
        others = max(len(rows) - same, 1)
        named = sum(bool(result["names"]) for result in rows)
        lines.append(f"| {contract} | {len(rows)} | {same} | {by_fixtures} ({100 * by_fixtures / others:.1f} %) | "
                     f"{killed} | {100 * killed / others:.1f} % | {named} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gradvet", required=True)
    parser.add_argument("--contract", action="append")
    parser.add_argument("--every", type=int, default=1, help="vet one mutant in so many")
    parser.add_argument("--match", default="", help="vet only mutants whose key has this text")
    parser.add_argument("--twice", action="store_true",
                        help="vet at the default budget what the fixtures kill, too: for the names")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", help="write all that was found of each mutant here, a line of JSON each")
    options = parser.parse_args()
    with open(os.path.join(HERE, "equivalent_mutants.json"), encoding="utf-8") as file:
        equivalent = json.load(file)
    references, mutants = {}, []
    for contract in options.contract or exact_cases.DRAWS:
        program = printed(options.gradvet, contract, "--role", "repair")
        repair = solve_of(program)
        references[contract] = exact_cases.answers(exact_cases.exact_solve(repair),
                                                   exact_cases.draw_cases(contract, EXACT_CASES))
        mutants += mutants_of(contract, repair, observe_kinds(program))
    chosen = [mutant for mutant in mutants[options.every - 1::options.every] if options.match in mutant.key]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda job: judged(options, references, folder, *job), enumerate(chosen)))
    if options.results:
        with open(options.results, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(result) + "\n" for result in results)
    print(table(results, equivalent))
    found = list(faults(options.gradvet, results, equivalent))
    known = {mutant.key for mutant in mutants}
    if not options.contract:
        found += [f"listed as equivalent, but no mutant: {key}" for key in equivalent if key not in known]
    if len(known) != len(mutants):
        found.append("two mutants have the same key")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

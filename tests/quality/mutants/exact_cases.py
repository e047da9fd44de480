"""Cases of each contract drawn in fractions, and the comparison of two programs on them without rounding.

Written from the contracts' domains as `gradvet explain CONTRACT` states them, not from gradvet's own generator.
"""
import ast
import math
import random
from decimal import Decimal, localcontext
from fractions import Fraction

DIGITS = 80
NEAR = Fraction(1, 10**60)


def value(rng):
    return rng.choice([Fraction(0), Fraction(rng.randint(-6, 6)), Fraction(rng.randint(-9, 9), rng.randint(1, 7)),
                       Fraction(rng.randint(-2**60, 2**60), 2**rng.randint(0, 70))])


def count(rng):
    return rng.choice([0, 1, 1, 2, 3, rng.randint(0, 9), rng.randint(0, 9), rng.randint(0, 2**53 - 1)])


def positive(rng):
    return rng.choice([Fraction(1), Fraction(2) ** rng.randint(-4, 16), Fraction(rng.randint(1, 9), rng.randint(1, 5)),
                       Fraction(rng.randint(1, 2**53), 2 ** rng.randint(0, 240))])


def row(rng, width, examples):
    return [value(rng) if examples else Fraction(0) for _ in range(width)]


def some_rows(rng, least=0):
    """(width, counts) of a window; half of the windows have one coordinate."""
    return rng.choice([1, 1, 1, 2, 3, least]), [count(rng) for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4, 5]))]


def counted(rng, least=0):
    """As some_rows, but the total of the counts is 1 or more where there are any."""
    width, counts = some_rows(rng, least)
    if counts and not sum(counts):
        counts[rng.randrange(len(counts))] = rng.randint(1, 9)
    return width, counts


def vector_mean(rng):
    width, counts = counted(rng)
    return [[row(rng, width, n) for n in counts], counts]


def unscaled_mean(rng):
    _, counts = counted(rng)
    scales = [rng.choice([Fraction(0), positive(rng), positive(rng)]) for _ in counts]
    return [[value(rng) if n else Fraction(0) for n in counts], scales, counts]


def batch_total(rng):
    return [[count(rng) for _ in range(rng.randint(0, 5))], rng.choice([1, 2, 3, rng.randint(1, 2**53 - 1)])]


def token_mean(rng):
    width, counts = some_rows(rng)
    return [[row(rng, width, n) for n in counts], counts, [max(count(rng), 1 if n else 0) for n in counts]]


def window_means(rng):
    width, counts = some_rows(rng, 1)
    return [[row(rng, width, n) for n in counts], counts, rng.choice([1, 2, 2, 3, 4, rng.randint(1, 2**53 - 1)])]


def rank_mean(rng):
    width = rng.choice([1, 1, 2, 3, 0])
    counts = [[count(rng) for _ in range(rng.randint(0, 3))] for _ in range(rng.randint(0, 4))]
    return [[[row(rng, width, n) for n in rank] for rank in counts], counts]


def weighted_mean(rng):
    rows = [rng.randint(0, 3) for _ in range(rng.randint(0, 4))]
    weights = [[rng.choice([Fraction(0), positive(rng)]) for _ in range(n)] for n in rows]
    return [[[value(rng) for _ in range(n)] for n in rows], weights]


BESIDE = [Fraction(0), Fraction(1, 2**30), Fraction(-1, 2**30), Fraction(1, 2**12), Fraction(-1, 2**12)]
"""How far beside a limit a number may be so that narrow formats cannot tell it from the limit."""


def clipped_mean(rng):
    width, counts = counted(rng)
    norm = rng.choice([positive(rng), Fraction(2) ** rng.randint(-60, 60)])
    rows = [row(rng, width, n) for n in counts]
    if counts and width >= 2 and rng.randrange(2):  # a norm that is a whole number, at the limit
        k = sum(counts) * rng.randint(1, 3)
        rows = [[Fraction(0)] * width for _ in counts]
        first = next(i for i, n in enumerate(counts) if n)
        rows[first][:2] = [Fraction(3 * k), Fraction(-4 * k)]
        norm = Fraction(5 * k, sum(counts)) * (1 + rng.choice(BESIDE))
        return [rows, counts, [Fraction(1)] * len(counts), norm, rng.choice([Fraction(0), Fraction(1, 3)])]
    eps = rng.choice([Fraction(0), Fraction(1, 10**6), positive(rng)])
    return [rows, counts, [positive(rng) for _ in counts], norm, eps]


def accumulator(rng):
    width, operations, is_saved, has_added = rng.choice([1, 1, 2, 3]), [], False, False
    for _ in range(rng.randint(0, 8)):
        kind = rng.choice(["add", "add", "add", "step", "reset", "save", "load"])
        if kind == "load" and not is_saved:
            kind = "save"
        is_saved = is_saved or kind == "save"
        operations.append([kind])
        if kind == "add":
            n = count(rng)
            scale = rng.choice([Fraction(0), positive(rng), positive(rng), positive(rng)]) if n else positive(rng)
            gradient = row(rng, width, n)
            if n and rng.randrange(6) == 0:
                gradient[rng.randrange(width)] = rng.choice([math.nan, math.inf, -math.inf, Fraction(2) ** 200])
            operations[-1] += [gradient, n, scale]
    if operations:
        operations.append(["step"])
    return [operations, rng.choice(["skip-window", "skip-microbatch"])]


DRAWS = {draw.__name__.replace("_", "-"): draw for draw in (
    vector_mean, unscaled_mean, batch_total, token_mean, window_means, rank_mean, weighted_mean, clipped_mean,
    accumulator)}


def draw_cases(contract, how_many, seed=1):
    rng = random.Random(seed)
    return [DRAWS[contract](rng) for _ in range(how_many)]


def copied(value):
    return [copied(item) for item in value] if isinstance(value, list) else value


def power(base, exponent):
    """base ** exponent to DIGITS digits, exact for a square root that is rational in decimal."""
    with localcontext() as context:
        context.prec = DIGITS
        base, exponent = Fraction(base), Fraction(exponent)
        number = Decimal(base.numerator) / Decimal(base.denominator)
        if exponent == Fraction(1, 2):
            return Fraction(number.sqrt())
        return Fraction(number ** (Decimal(exponent.numerator) / Decimal(exponent.denominator)))


class WithoutRounding(ast.NodeTransformer):
    """Makes float constants fractions and powers exact enough."""

    def visit_Constant(self, node):
        if isinstance(node.value, float):
            return ast.parse(f"Fraction('{node.value!r}')", mode="eval").body
        return node

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Pow):
            return ast.Call(ast.Name("power", ast.Load()), [node.left, node.right], [])
        if isinstance(node.op, ast.Div):
            return ast.Call(ast.Name("divide", ast.Load()), [node.left, node.right], [])
        return node

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Div):
            read = ast.parse(ast.unparse(node.target), mode="eval").body
            return ast.Assign([node.target], ast.Call(ast.Name("divide", ast.Load()), [read, node.value], []))
        return node


def divide(a, b):
    return Fraction(a) / b if isinstance(a, int) else a / b


def exact_solve(code):
    tree = ast.fix_missing_locations(WithoutRounding().visit(ast.parse(code)))
    scope = {"Fraction": Fraction, "power": power, "divide": divide}
    exec(compile(tree, "exact", "exec"), scope)
    for name in [name for name in scope if name.startswith("as_")]:
        scope[name] = as_fraction(scope[name])
    return scope["solve"]


def as_fraction(cast):
    """A cast to a narrow format whose result stays a fraction where it is finite."""
    def exact(number):
        result = cast(number)
        return Fraction(result) if math.isfinite(result) else result
    return exact


def plain_solve(code):
    scope = {}
    exec(compile(code, "plain", "exec"), scope)
    return scope["solve"]


def as_floats(value):
    """A case as a candidate is given it."""
    if isinstance(value, list):
        return [as_floats(item) for item in value]
    return float(value) if isinstance(value, Fraction) else value


def answer(solve, case):
    try:
        return solve(*copied(case))
    except Exception:  # what a candidate may do wrong is its answer
        return "raises"


def same(a, b):
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, (int, float, Fraction)) and isinstance(b, (int, float, Fraction)):
        if isinstance(a, float) and not math.isfinite(a) or isinstance(b, float) and not math.isfinite(b):
            return repr(float(a)) == repr(float(b))
        return abs(Fraction(a) - Fraction(b)) <= NEAR * abs(Fraction(a))
    return type(a) is type(b) and a == b


def form(value):
    """What an answer is before its numbers are looked at: null, raised, a number, how long which list."""
    return [form(item) for item in value] if isinstance(value, list) else type(value).__name__ \
        if isinstance(value, str) or value is None else "number"


def same_or_other_form(a, b):
    """For a function that makes another mistake beside the one that is asked for, one of form."""
    return form(a) != form(b) or same(a, b)


def same_bits(a, b):
    return repr(a) == repr(b)


def answers(solve, cases):
    """What a program says to each case: pairs of the two."""
    return [(case, answer(solve, case)) for case in cases]


def first_parting(known, solve, is_same=same):
    """The first case to which `solve` gives another answer than is known, or None."""
    return next((case for case, wanted in known if not is_same(wanted, answer(solve, case))), None)

"""Every mutant of a repair that one small edit makes: the operators are below, one function each.

An operator is a generator of (node, replacement) for a tree whose nodes know their parent; the replacement is a node,
a list of statements, or None for nothing. A mutant is known by what a reader sees, not by a number: its function, the
operator, and the lines that it takes away and puts in.
"""
import ast
import copy
import difflib
from dataclasses import dataclass

COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv)
CASTS = ("as_float32", "as_float16", "as_bfloat16", "int")
PRELUDE = {
    "as_float32": """
import struct

def as_float32(number):
    try:
        return struct.unpack('<f', struct.pack('<f', float(number)))[0]
    except OverflowError:
        return float('inf') if number > 0 else float('-inf')
""",
    "as_float16": """
import struct

def as_float16(number):
    try:
        return struct.unpack('<e', struct.pack('<e', float(number)))[0]
    except OverflowError:
        return float('inf') if number > 0 else float('-inf')
""",
    "as_bfloat16": """
import struct

def as_bfloat16(number):
    try:
        bits = struct.unpack('<I', struct.pack('<f', float(number)))[0]
    except OverflowError:
        return float('inf') if number > 0 else float('-inf')
    bits += 0x7fff + (bits >> 16 & 1)
    return struct.unpack('<f', struct.pack('<I', bits & 0xffff0000))[0]
""",
}


@dataclass(frozen=True)
class Mutant:
    """One mutant of a contract's repair; `code` defines solve()."""
    contract: str
    function: str
    operator: str
    before: str
    after: str
    code: str

    @property
    def key(self):
        return f"{self.contract} | {self.function} | {self.operator} | {self.before} | {self.after}"


def parse(text):
    return ast.parse(text, mode="eval").body


def link(tree):
    """Gives every node its mark (a number that copies keep), its parent, its field, its statement and its function."""
    tree.parent, tree.statement, tree.function = None, None, None
    for mark, node in enumerate(ast.walk(tree)):
        node.mark = mark
        for field, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    child.parent, child.field = node, field
                    child.statement = child if isinstance(child, ast.stmt) else node.statement
                    child.function = node if isinstance(node, ast.FunctionDef) else node.function


class Replace(ast.NodeTransformer):
    def __init__(self, mark, replacement):
        self.mark, self.replacement = mark, replacement

    def visit(self, node):
        if getattr(node, "mark", None) == self.mark:
            return self.replacement
        return super().generic_visit(node)


def filled(tree):
    """Puts `pass` where a body has become empty."""
    for node in ast.walk(tree):
        if hasattr(node, "body") and isinstance(node.body, list) and not node.body:
            node.body = [ast.Pass()]
    return tree


def header(node):
    return ast.unparse(ast.fix_missing_locations(node)).split("\n")[0]


def is_number(node, kinds):
    """Whether an expression is surely a number: arithmetic on anything but a list, or a name seen to hold one."""
    if isinstance(node, ast.BinOp):
        return not isinstance(node.left, ast.List)
    if isinstance(node, ast.Name):
        return kinds.get(node.function.name, {}).get(node.id) == "number"
    if isinstance(node, ast.Attribute):
        return kinds.get("self", {}).get(node.attr) == "number"
    return isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice) and \
        not isinstance(node.slice, ast.Constant) and isinstance(node.value, (ast.Name, ast.Attribute))


def is_index(node):
    """Whether an expression is part of an index, a bound or a length, where a float would fail at once."""
    while isinstance(node, ast.expr):
        above = node.parent
        if node.field == "slice" or isinstance(above, ast.Slice) or \
                isinstance(above, ast.Call) and header(copy.deepcopy(above.func)) == "range" or \
                isinstance(above, ast.BinOp) and isinstance(above.left, ast.List):
            return True
        node = node.parent
    return False


def loads(tree, kind):
    return [node for node in ast.walk(tree)
            if isinstance(node, kind) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)]


# The operators.

def delete_statement(tree, kinds):
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.function and not isinstance(node, (ast.FunctionDef, ast.Pass)):
            yield node, None


def delete_branch(tree, kinds):
    for node in ast.walk(tree):
        if isinstance(node, ast.If):
            yield node, node.body
            if node.orelse:
                yield node, node.orelse
                yield node, ast.If(node.test, node.body, [])
        if isinstance(node, ast.IfExp):
            yield node, node.body
            yield node, node.orelse


def negate_condition(tree, kinds):
    for node in ast.walk(tree):
        if isinstance(node, (ast.If, ast.IfExp)):
            yield node.test, ast.UnaryOp(ast.Not(), node.test)
        if isinstance(node, ast.BoolOp):
            for value in node.values:
                yield value, ast.UnaryOp(ast.Not(), value)
                yield value, ast.Constant(True)
                yield value, ast.Constant(False)
            other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
            yield node, ast.BoolOp(other, node.values)


def replace_comparison(tree, kinds):
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for other in COMPARISONS:
                yield node, ast.Compare(node.left, [other()], node.comparators)


def replace_arithmetic(tree, kinds):
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and not isinstance(node.left, ast.List):
            for other in ARITHMETIC:
                yield node, ast.BinOp(node.left, other(), node.right)
            yield node, ast.BinOp(node.right, node.op, node.left)
        if isinstance(node, ast.AugAssign):
            for other in ARITHMETIC:
                yield node, ast.AugAssign(node.target, other(), node.value)


def drop_operand(tree, kinds):
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp):
            yield node, node.left
            yield node, node.right
        if isinstance(node, ast.BoolOp):
            for value in node.values:
                yield node, value
        if isinstance(node, ast.UnaryOp):
            yield node, node.operand


def change_constant(tree, kinds):
    words = sorted({node.value for node in ast.walk(tree)
                    if isinstance(node, ast.Constant) and isinstance(node.parent, ast.Compare) and
                    isinstance(node.value, str)})
    for node in loads(tree, ast.Constant):
        value = node.value
        if isinstance(value, bool):
            yield node, ast.Constant(not value)
        elif isinstance(value, (int, float)):
            for other in (0, 1, 2, value - 1, value + 1, -value):
                yield node, ast.Constant(type(value)(other))
        elif isinstance(value, str) and isinstance(node.parent, ast.Compare):
            yield from ((node, ast.Constant(word)) for word in words)
        elif value is None:
            for other in ("0", "[]", "[0]", "[None]"):
                yield node, parse(other)


def change_index(tree, kinds):
    for node in ast.walk(tree):
        if not isinstance(node, ast.Subscript) or isinstance(node.slice, (ast.Slice,)):
            continue
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            continue
        index = ast.unparse(node.slice)
        if isinstance(node.slice, ast.Constant):
            others = (str(node.slice.value + 1), "-1")
        else:
            others = (f"{index} - 1", f"{index} + 1", "0", "-1")
        for other in others:
            yield node.slice, parse(other)


def change_bound(tree, kinds):
    for node in ast.walk(tree):
        if isinstance(node, ast.Slice):
            for field in ("lower", "upper"):
                bound = getattr(node, field)
                if bound is None:
                    continue
                yield bound, None
                for shift in ("+ 1", "- 1"):
                    yield bound, parse(f"{ast.unparse(bound)} {shift}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name, arguments = node.func.id, node.args
            if name in ("range", "len"):
                for argument in arguments if name == "range" else []:
                    for shift in ("+ 1", "- 1"):
                        yield argument, parse(f"{ast.unparse(argument)} {shift}")
                if name == "range" and len(arguments) == 1:
                    yield node, ast.Call(node.func, [ast.Constant(1), arguments[0]], [])
                if name == "len":
                    for shift in ("+ 1", "- 1"):
                        yield node, parse(f"{ast.unparse(node)} {shift}")
            if name == "enumerate":
                yield node, ast.Call(node.func, [arguments[0], ast.Constant(1)], [])


def wrong_variable(tree, kinds):
    first_line = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Name, ast.arg)) and node.function:
            name = node.id if isinstance(node, ast.Name) else node.arg
            if isinstance(node, ast.arg) or isinstance(node.ctx, ast.Store):
                place = (node.function.name, name)
                first_line[place] = min(node.lineno, first_line.get(place, node.lineno))
    bound_inside = {generator.target.id for node in ast.walk(tree)
                    if isinstance(node, (ast.ListComp, ast.GeneratorExp)) for generator in node.generators
                    if isinstance(generator.target, ast.Name)}
    for node in ast.walk(tree):
        is_target = isinstance(node.parent, ast.AugAssign) and node.field == "target" if node.parent else False
        if isinstance(node, ast.Name) and node.function and (isinstance(node.ctx, ast.Load) or is_target):
            known = kinds.get(node.function.name, {})
            for other, kind in sorted(known.items()):
                place = first_line.get((node.function.name, other))
                if kind == known.get(node.id) and place and place <= node.lineno and other not in bound_inside:
                    yield node, ast.Name(other, node.ctx)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            known = kinds["self"]
            for other, kind in sorted(known.items()):
                if kind == known.get(node.attr):
                    yield node, ast.Attribute(node.value, other, node.ctx)


def swap_arguments(tree, kinds):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for i in range(len(node.args) - 1):
                if not isinstance(node.args[i + 1], ast.Starred):
                    args = list(node.args)
                    args[i], args[i + 1] = args[i + 1], args[i]
                    yield node, ast.Call(node.func, args, node.keywords)


def assign_for_add(tree, kinds):
    for node in ast.walk(tree):
        if isinstance(node, ast.AugAssign):
            yield node, ast.Assign([node.target], node.value)


def add_for_assign(tree, kinds):
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Name, ast.Attribute)) and \
                (isinstance(node.targets[0], ast.Attribute) and node.function.name != "__init__" or loop_of(node)):
            yield node, ast.AugAssign(node.targets[0], ast.Add(), node.value)


def loop_of(node):
    while node and not isinstance(node, (ast.For, ast.FunctionDef)):
        node = node.parent
    return node if isinstance(node, ast.For) else None


def missing_reset(tree, kinds):
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and loop_of(node):
            yield node, ast.If(parse(f"'{node.targets[0].id}' not in locals()"), [node], [])


def move_out_of_loop(tree, kinds):
    for node in ast.walk(tree):
        if isinstance(node, ast.For):
            first, last = node.body[0], node.body[-1]
            if len(node.body) > 1:
                yield node, [ast.For(node.target, node.iter, node.body[:-1], []), last]
                yield node, [first, ast.For(node.target, node.iter, node.body[1:], [])]


def move_into_loop(tree, kinds):
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for before, after in zip(body, body[1:]) if isinstance(body, list) else []:
            if isinstance(before, ast.For) and not isinstance(after, ast.FunctionDef):
                whole = [ast.For(before.target, before.iter, before.body + [after], [])
                         if statement is before else statement for statement in body if statement is not after]
                other = copy.copy(node)
                other.body = whole
                yield node, other


def change_iteration(tree, kinds):
    places = [node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.comprehension))]
    for node in places:
        text = ast.unparse(node.iter)
        for other in (f"list({text})[1:]", f"list({text})[:-1]", f"list({text})[:1]", f"list({text})[-1:]",
                      f"reversed(list({text}))", f"list({text}) * 2", "[]"):
            yield node.iter, parse(other)


def wrong_format(tree, kinds):
    for node in ast.walk(tree):
        for cast in CASTS:
            def casted(inner):
                return ast.Call(ast.Name(cast, ast.Load()), [inner], [])
            is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
            if isinstance(node, ast.expr) and is_read and is_number(node, kinds) and not is_index(node):
                yield node, casted(node)
            if isinstance(node, ast.AugAssign):
                read = parse(ast.unparse(node.target))
                yield node, ast.Assign([node.target], casted(ast.BinOp(read, node.op, node.value)))


def change_return(tree, kinds):
    for node in ast.walk(tree):
        if isinstance(node, ast.Return) and node.value is not None:
            for other in ("None", "[]", "0"):
                yield node.value, parse(other)
            if isinstance(node.value, ast.ListComp) or header(node.value) in ("results", "updates"):
                text = ast.unparse(node.value)
                for other in (f"{text}[1:]", f"{text}[:-1]", f"{text}[::-1]", f"{text} + [0]"):
                    yield node.value, parse(other)


OPERATORS = (delete_statement, delete_branch, negate_condition, replace_comparison, replace_arithmetic, drop_operand,
             change_constant, change_index, change_bound, wrong_variable, swap_arguments, assign_for_add,
             add_for_assign, missing_reset, move_out_of_loop, move_into_loop, change_iteration, wrong_format,
             change_return)


def mutants_of(contract, source, kinds):
    """All mutants of the repair's `source`, in a fixed order, no two with the same code."""
    tree = ast.parse(source)
    link(tree)
    seen = {ast.unparse(tree)}
    mutants = []
    for operator in OPERATORS:
        for node, replacement in operator(tree, kinds):
            changed = Replace(node.mark, copy.deepcopy(replacement)).visit(copy.deepcopy(tree))
            changed = ast.fix_missing_locations(filled(changed))
            code = ast.unparse(changed)
            if code in seen:
                continue
            seen.add(code)
            before, after = what_differs(ast.unparse(tree), code)
            name = node.function.name if node.function else "module"
            helpers = "".join(PRELUDE[cast] for cast in CASTS if cast in PRELUDE and cast + "(" in code)
            mutants.append(Mutant(contract, name, operator.__name__, before, after, helpers + code + "\n"))
    return mutants


def what_differs(before, after):
    """The lines that are only in `before` and those that are only in `after`, each joined to one text."""
    changes = [(mark[0], mark[2:].strip()) for mark in difflib.ndiff(before.split("\n"), after.split("\n"))]
    return tuple("; ".join(text for mark, text in changes if mark == side) or "nothing" for side in "-+")

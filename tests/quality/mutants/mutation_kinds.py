"""What each name of a repair holds: a number, a list of numbers, a list of such lists, a flag, a word.

Found by running the repair on its own fixtures and looking at its local variables, so that a wrong variable is one
that somebody could have taken by mistake and not one that fails at once.
"""
import sys


def kind_of(value):
    """A word for the kind of `value`; None where it says nothing (None, an empty list)."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, (list, tuple)):
        inner = next((kind for kind in map(kind_of, value) if kind), None)
        return "list of " + inner if inner else None
    if isinstance(value, (int, float)):
        return "number"
    return type(value).__name__


def observe_kinds(program):
    """Runs the text of a printed repair; returns {function: {name: kind}} with `self.x` as names of "self"."""
    kinds = {}

    def note(function, names):
        for name, value in names.items():
            kind = kind_of(value)
            if kind and not name.startswith("."):
                kinds.setdefault(function, {})[name] = kind

    def trace(frame, event, _):
        if frame.f_code.co_filename != "repair":
            return None
        owner = frame
        while owner.f_code.co_name.startswith("<") and owner.f_back:
            owner = owner.f_back
        function = owner.f_code.co_name
        if function not in ("<module>", "check"):
            note(function, frame.f_locals)
            if "self" in frame.f_locals:
                note("self", vars(frame.f_locals["self"]))
        return trace

    code = compile(program, "repair", "exec")
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        exec(code, {"print": lambda *_, **__: None, "__name__": "repair"})
    except SystemExit as end:
        if end.code:
            raise RuntimeError("a repair fails its own fixtures") from end
    finally:
        sys.settrace(before)
    return kinds

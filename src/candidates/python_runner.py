"""Runs a Python candidate for gradvet. Embedded in the binary and started as `python3 -c`.

Arguments: MODE PATH FUNCTION [PARAMETER...]. MODE is `run` (load, say that we are ready, then answer requests until
their end) or `inspect` (load, describe the function, end). Requests come on descriptor 3, answers go to descriptor 4;
the framing is described in src/candidates/README.md. Needs Python 3.9; must parse under any Python 3.
"""
import builtins
import copy
import fcntl
import importlib.machinery
import importlib.util
import inspect
import marshal
import numbers
import os
import struct
import sys
import time
import traceback

# A candidate may put other functions in the place of these; ours keep what they find now.
__builtins__ = dict(vars(builtins))
write, read_clock, dumps, loads = os.write, time.monotonic, marshal.dumps, marshal.loads

# Version 2 of marshal writes every object in full (later ones refer back to objects seen before).
MARSHAL_VERSION = 2
CONTROL = 0xFFFFFFFF
# Answers wait no longer than this before they are sent, so that a slow call is timed by itself.
FLUSH_SECONDS = 0.005
# Types that marshal writes as what they are. A NumPy scalar would be written as bytes, a bool is no number here.
PLAIN = frozenset((float, int))
NARROW_FORMATS = frozenset(("float32", "float16", "bfloat16"))
DEEPEST = 3
LONGEST_TEXT = 2000


class NotAValue(Exception):
    """The result is no number and no list of numbers."""


def described(value):
    """'a dict', 'an ndarray': what a value is, in words."""
    name = type(value).__name__
    return ("an " if name[:1].lower() in "aeiou" else "a ") + name


def plain_number(value, formats):
    """A number that is no float and no int itself, as a float, an int or a fraction (numerator, denominator)."""
    if isinstance(value, (bool, str, bytes, bytearray, complex)):
        raise NotAValue("the text " + repr(value)[:80] if isinstance(value, str) else described(value))
    if isinstance(value, int):
        formats.add("exact")
        return int(value)
    if isinstance(value, numbers.Rational):
        formats.add("exact")
        return (int(value.numerator), int(value.denominator))
    if not hasattr(value, "__float__"):
        raise NotAValue(described(value))
    formats.add(str(getattr(value, "dtype", type(value).__name__)))
    return float(value)


def plain(value, formats, depth=0):
    """The value as floats, ints, fractions (tuples of two ints), None, and lists of these. Adds to `formats` the
    formats that its numbers carry."""
    kind = type(value)
    if kind is float:
        formats.add("float64")
        return value
    if kind is int:
        formats.add("exact")
        return value
    if value is None:
        return None
    if depth > DEEPEST:
        raise NotAValue("lists nested too deep")
    if kind is not list and kind is not tuple:
        tolist = getattr(value, "tolist", None)
        if callable(tolist):  # NumPy, PyTorch and their kin
            carried = str(getattr(value, "dtype", "")).rpartition(".")[2]
            if carried in ("bool", "complex64", "complex128"):
                raise NotAValue(described(value) + " of " + carried)
            items = tolist()
            if type(items) is not kind:
                result = plain(items, set(), depth)
                formats.add("exact" if "int" in carried else carried)
                return result
        if isinstance(value, (str, bytes, bytearray)) or not is_sequence(value):
            return plain_number(value, formats)
    return [plain(item, formats, depth + 1) for item in value]


def is_sequence(value):
    from collections.abc import Sequence

    return isinstance(value, Sequence)


def json_text(value):
    """The plain value as JSON, with NaN and Infinity as Python's json module writes them."""
    if value is None:
        return "null"
    if isinstance(value, list):
        return "[" + ", ".join([json_text(item) for item in value]) + "]"
    try:
        if isinstance(value, tuple):
            return '"%d/%d"' % value if value[1] != 1 else '"%d"' % value[0]
        if isinstance(value, int):
            return str(value)
    except ValueError:  # more digits than this Python is willing to print
        return '"an integer of very many digits"'
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return repr(value)


def encoded(result, keeps_text):
    """One answer for a returned value: the value, or a dict {format: value}, or 'V' and why it is no value, or 'D'
    where the function declines the case."""
    formats = set()
    text = "null"
    try:
        value = "D" + "NotImplemented" if result is NotImplemented else plain(result, formats)
        if keeps_text and result is not NotImplemented:
            text = json_text(value)
        if len(formats) == 1 and NARROW_FORMATS.issuperset(formats):
            value = {formats.pop(): value}
    except NotAValue as fault:
        value = "V" + str(fault)
    except Exception as fault:
        value = "V" + described(result) + " that cannot be read: " + told(fault)
    return dumps(value, MARSHAL_VERSION) + (dumps(text, MARSHAL_VERSION) if keeps_text else b"")


def told(fault):
    """'ZeroDivisionError: division by zero', whatever the exception does in its __str__."""
    if isinstance(fault, MethodFailed):
        return "in " + fault.method + ": " + told(fault.fault)
    name = type(fault).__name__
    try:
        text = str(fault)
    except Exception:
        text = ""
    text = (name + ": " + text if text else name)[:LONGEST_TEXT]
    return text.encode("utf-8", "replace").decode("utf-8")


def failed(kind, fault, keeps_text):
    """One answer for a call that raised."""
    if isinstance(fault, SystemExit):
        code = fault.code
        status = 0 if code is None else code if isinstance(code, int) else 1
        text = "exit status %d (SystemExit in the call)" % status
    else:
        text = told(fault)
    return dumps(kind + text, MARSHAL_VERSION) + (dumps("null", MARSHAL_VERSION) if keeps_text else b"")


class Channel:
    """The two pipes to gradvet, on descriptors of our own that the candidate is unlikely to close."""

    def __init__(self):
        self.requests = open(self.moved(3), "rb", 1 << 16)
        self.answers = self.moved(4)

    @staticmethod
    def moved(descriptor):
        try:
            high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 700)
        except (OSError, ValueError):
            high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 5)
        os.close(descriptor)
        return high

    def leave_child(self):
        """In a process that the candidate forked: it must not answer in our place, nor hold our pipes."""
        os.close(self.requests.fileno())
        os.close(self.answers)
        self.answers = -1

    def send(self, count, payload):
        data = struct.pack("<II", len(payload), count) + payload
        while data:
            data = data[write(self.answers, data) :]

    def control(self, kind, text="", hint=""):
        text = (kind + text + "\0" + hint).encode("utf-8", "replace").decode("utf-8")
        self.send(CONTROL, dumps(text, MARSHAL_VERSION))

    def receive(self):
        """The next batch and whether the texts of its results are wanted, or None at the end of the requests."""
        header = self.requests.read(8)
        if len(header) < 8:
            return None
        size, keeps_text = struct.unpack("<II", header)
        return loads(self.requests.read(size)), bool(keeps_text)


class Loader(importlib.machinery.SourceFileLoader):
    """Always compiles the source: a cached file may be older than an edit within the same second."""

    def get_code(self, fullname):
        return self.source_to_code(self.get_data(self.path), self.path)


def own_traceback(fault, path):
    """The traceback without the frames of this runner and of the import system."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != path:
        trace = trace.tb_next
    lines = "".join(traceback.format_exception(type(fault), fault, trace)).rstrip().split("\n")
    return "\n".join(lines[-12:])


def is_candidate(value):
    return inspect.isfunction(value) or (inspect.isclass(value) and all(hasattr(value, method) for method in METHODS))


def load(path, function_name, channel):
    """The function, or None after saying why there is none."""
    folder, file = os.path.split(os.path.abspath(path))
    if sys.path and sys.path[0] == "":
        del sys.path[0]
    sys.path.insert(0, folder)
    sys.argv = [path]
    name = os.path.splitext(file)[0]
    if name in sys.modules:
        name = "gradvet_candidate"
    full_path = os.path.join(folder, file)
    loader = Loader(name, full_path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except SystemExit as fault:
        if not hasattr(module, function_name):
            channel.control("S", "'%s' ended with SystemExit(%r) before it defined '%s'" % (path, fault.code, function_name))
            return None
    except BaseException as fault:
        channel.control("S", "'%s' cannot be loaded:\n%s" % (path, own_traceback(fault, full_path)))
        return None
    function = getattr(module, function_name, None)
    if not callable(function):
        others = [
            key
            for key, value in vars(module).items()
            if is_candidate(value) and value.__module__ == name and not key.startswith("_")
        ]
        hint = "name one: " + ", ".join(path + ":" + other for other in others) if others else "define it"
        channel.control("S", "'%s' has no function '%s'" % (path, function_name), hint)
        return None
    return function


def binds(signature, parameters):
    try:
        signature.bind(*parameters)
    except TypeError:
        return False
    return True


# The methods of an accumulator, and what each is called with.
METHODS = {"add": ("gradient", "count", "scale"), "step": (), "reset": (), "save": (), "load": ("state",)}


class MethodFailed(Exception):
    """An exception of a method, and which one that is."""

    def __init__(self, method, fault):
        super().__init__(method)
        self.method = method
        self.fault = fault


def lacks(accumulator, channel):
    """Says which method a class lacks or which of them cannot be called as an accumulator's; False if none."""
    for method, parameters in METHODS.items():
        if not callable(getattr(accumulator, method, None)):
            needed = ", ".join("%s(%s)" % (name, ", ".join(taken)) for name, taken in METHODS.items())
            channel.control("A", "'%s' has no method '%s'" % (accumulator.__name__, method), "it needs " + needed)
            return True
        function = inspect.getattr_static(accumulator, method)
        if inspect.isfunction(function) and not binds(inspect.signature(function), ("self",) + parameters):
            refuse_signature(accumulator.__name__ + "." + method, inspect.signature(function), parameters, channel)
            return True
    try:
        signature = inspect.signature(accumulator)
    except (TypeError, ValueError):
        return False
    if not binds(signature, ("policy",)):
        refuse_signature(accumulator.__name__, signature, ("policy",), channel)
        return True
    return False


def refuse_signature(name, signature, parameters, channel):
    called = "(" + ", ".join(parameters) + ")"
    text = "'%s' takes %s; an accumulator's is called with %s" % (name, signature, called)
    channel.control("A", text, "let it take " + called)


def driven(accumulator, channel):
    """A class with the methods of an accumulator, as a function of a list of operations. `load` gives what `save`
    returned to a fresh object, as a restart does. None after saying which method it lacks."""
    if lacks(accumulator, channel):
        return None

    def solve(operations, policy):
        saved = None
        updates = []
        method = "__init__"
        try:
            current = accumulator(policy)
            for method, *arguments in operations:
                if method == "add":
                    if current.add(*arguments) is NotImplemented:
                        return NotImplemented
                elif method == "step":
                    updates.append(copy.deepcopy(current.step()))
                elif method == "reset":
                    current.reset()
                elif method == "save":
                    saved = copy.deepcopy(current.save())
                else:
                    method = "__init__"
                    current = accumulator(policy)
                    method = "load"
                    current.load(copy.deepcopy(saved))
        except Exception as fault:
            raise MethodFailed(method, fault)
        return updates

    return solve


def without_optional(function, parameters):
    """The function as one of all parameters, where it does not take those that end with '?': a default of another
    name is its own."""
    required = [name for name in parameters if not name.endswith("?")]
    if len(required) == len(parameters):
        return function
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return function
    takes = any(name.rstrip("?") in signature.parameters for name in parameters[len(required) :])
    if takes or not binds(signature, required):
        return function
    return lambda *arguments: function(*arguments[: len(required)])


def arity_fits(function, function_name, parameters, channel):
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return True
    required = [name for name in parameters if not name.endswith("?")]
    if binds(signature, required) or binds(signature, parameters):
        return True
    names = ", ".join(name.rstrip("?") for name in parameters)
    count = str(len(parameters)) if len(required) == len(parameters) else "%d or %d" % (len(required), len(parameters))
    channel.control(
        "A",
        "'%s' takes %s; the contract calls it with (%s)" % (function_name, signature, names),
        "give it %s parameters in this order" % count,
    )
    return False


def describe(function, channel):
    """Says the parameter names, how many of them must be given, and the line of the function."""
    try:
        parameters = [
            parameter
            for parameter in inspect.signature(function).parameters.values()
            if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        ]
    except (TypeError, ValueError):
        parameters = []
    required = sum(parameter.default is parameter.empty for parameter in parameters)
    code = getattr(inspect.unwrap(function), "__code__", None)
    line = code.co_firstlineno if code is not None else 0
    channel.control("I", " ".join([str(line), str(required)] + [parameter.name for parameter in parameters]))


def serve(function, channel):
    clock, append_to, end_process = read_clock, list.append, os._exit
    os.register_at_fork(after_in_child=channel.leave_child)
    while True:
        received = channel.receive()
        if received is None:
            return
        batch, keeps_text = received
        answers = []
        due = clock() + FLUSH_SECONDS
        for arguments in batch:
            try:
                result = function(*arguments)
                # Encoded at once: the candidate may change or reuse the list that it returned.
                kind = type(result)
                if not keeps_text and (kind is float or (kind is list and PLAIN.issuperset(map(type, result)))):
                    answer = dumps(result, 2)
                else:
                    answer = encoded(result, keeps_text)
            except Exception as fault:
                answer = failed("E", fault, keeps_text)
            except BaseException as fault:  # SystemExit, KeyboardInterrupt: the candidate meant to end the process
                answer = failed("C", fault, keeps_text)
            if channel.answers < 0:  # the function came back in a child that it forked
                end_process(0)
            append_to(answers, answer)
            now = clock()
            if now >= due:
                channel.send(len(answers), b"".join(answers))
                answers = []
                due = now + FLUSH_SECONDS
        if answers:
            channel.send(len(answers), b"".join(answers))


def main():
    mode, path, function_name = sys.argv[1:4]
    parameters = sys.argv[4:]
    channel = Channel()
    if sys.version_info < (3, 9):
        channel.control("S", "'%s' is Python %d.%d" % (sys.executable, *sys.version_info[:2]), "name a Python 3.9 or later with --python")
        return
    try:
        sys.stdout.reconfigure(line_buffering=True)
    except AttributeError:
        pass
    function = load(path, function_name, channel)
    if function is None:
        return
    if inspect.isclass(function) and (mode == "inspect" or "operations" in parameters):
        function = driven(function, channel)
        if function is None:
            return
    if mode == "inspect":
        describe(function, channel)
    elif arity_fits(function, function_name, parameters, channel):
        function = without_optional(function, parameters)
        channel.control("R")
        serve(function, channel)


main()
try:
    sys.stdout.flush()
    sys.stderr.flush()
finally:
    os._exit(0)  # threads that the candidate left running must not hold the process

"""Every single-point fault of a module: another operator, a constant off by one, a negated condition, a lost line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple


class Mutant(NamedTuple):
    """A fault: the number of its line (from 1), and the text of the module with the fault."""

    line: int
    text: str


_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_NOT_RUN = ("TYPE_CHECKING", "__slots__", "__all__", "DEFAULT_CSS")  # code that mentions these is left alone


def mutants(source: str) -> Iterator[Mutant]:
    """All mutants of a module, in the order of its text; hardly ever one that is not valid Python."""
    tree = ast.parse(source)
    for node in _live(tree):
        for replacement in _faults(node):
            yield Mutant(node.lineno, _with(source, node, replacement))


def _live(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The nodes that do something when the module runs: no annotation, no docstring, nothing for type checkers."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "type_params", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_idle(child):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield child
            yield from _live(child)


def _is_idle(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.keyword) and node.arg == "strict":  # of zip: it asserts, and changes no result
        return True
    if isinstance(node, ast.If | ast.Assign | ast.AnnAssign):
        first = (
            node.test if isinstance(node, ast.If) else node.targets[0] if isinstance(node, ast.Assign) else node.target
        )
        return isinstance(first, ast.Name) and first.id in _NOT_RUN
    return isinstance(node, ast.Import | ast.ImportFrom | ast.FormattedValue)


def _faults(node: ast.expr | ast.stmt) -> Iterator[ast.expr | ast.stmt]:
    """The faults that could replace a node."""
    match node:
        case ast.Compare(left, [operator], [right]):
            for other in _COMPARISONS[type(operator)]:
                yield ast.Compare(left, [other()], [right])
        case ast.BinOp(left, operator, right) if type(operator) in _OPERATORS:
            yield ast.BinOp(left, _OPERATORS[type(operator)](), right)
        case ast.AugAssign(target, operator, value) if type(operator) in _OPERATORS:
            yield ast.AugAssign(target, _OPERATORS[type(operator)](), value)
            yield ast.Pass()
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.UnaryOp(ast.USub() | ast.Invert(), operand):
            yield operand
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Return(value) if value is not None and not _is_falsy(value):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(ast.Call()) | ast.Raise():
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()


def _is_falsy(value: ast.expr) -> bool:
    """Whether replacing it by None would hardly ever change the outcome."""
    return isinstance(value, ast.Constant) and not value.value


def _with(source: str, node: ast.expr | ast.stmt, replacement: ast.expr | ast.stmt) -> str:
    """The module with another node in place of this one and nothing else changed."""
    lines = source.encode().splitlines(keepends=True)
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: (node.end_lineno or node.lineno) - 1])) + (node.end_col_offset or 0)
    text = ast.unparse(ast.fix_missing_locations(replacement))
    if isinstance(replacement, ast.expr) and not isinstance(replacement, ast.Constant):
        text = f"({text})"
    return (source.encode()[:start] + text.encode() + source.encode()[end:]).decode()

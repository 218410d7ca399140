"""Rules as machine code for graphics cards (PTX), made by the LLVM of llvmlite: it takes no card and no driver.

    python -m tests.engine.ptx [sun-tzu ...] [--only legal apply] [--ptxas FILE]

tells for each function what it calls that is not in it, which should be nothing: what a rule allocated, raised or looked up
by the name of a library would stand there. With NVIDIA's assembler (from the package nvidia-cuda-nvcc) the code is also made
into that of a card. Nothing is run.
"""

from __future__ import annotations

import argparse
import math
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import types

import tianxia
from tests.engine import toy
from tianxia.engine import core
from tianxia.engine.compiling import rule, share
from tianxia.engine.kinds import new_log
from tianxia.engine.lists import shuffle
from tianxia.engine.primitives import at_least, count, lowest, put_again, put_each, put_few, put_steps
from tianxia.engine.randomness import below
from tianxia.engine.records import TABLES, copy, mask, view_hash

CARD = "sm_80"
TRIPLE = "nvptx64-nvidia-cuda"
IDS = types.Array(types.int32, 1, "C")
GAME = ("setup", "legal", "apply", "resample")
"""What a card would need to play."""


@rule
def primitives(s, other, seat, out):  # type: ignore[no-untyped-def]
    """All that compiled rules have which is no plain Python."""
    mask(s, seat)
    copy(s, other)
    n = put_each(out, 0, 7, at_least(s.hand, seat, 2) | s.land[0])
    n = put_steps(out, n, below(s, 9), 3, count(s.land[0]))
    n = put_few(out, n, 7, at_least(s.hand, seat, 1))
    n = put_again(out, n, 0, n, 100)
    shuffle(s, out, n)
    return lowest(s.land[0]) + view_hash(s, seat)


@rule
def foreign(s):  # type: ignore[no-untyped-def]
    """What no card has: a function of the C library."""
    return math.erf(s.round + 0.5)


def kinds_of(name: str, record: Any) -> tuple[Any, ...]:
    """The types of the arguments of a function of the contract."""
    log = numba.typeof(new_log(0))
    more = {
        "setup": (types.int64,),
        "legal": (types.int64, IDS),
        "apply": (types.int64, types.int64, log),
        "resample": (types.int64,),
    }
    return record, *more[name]


def ptx(function: Any, kinds: tuple[Any, ...]) -> str:
    """The code of a rule that is shared and of all that it calls."""
    function.compile(kinds)
    (found,) = function.overloads.values()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(cpu=CARD, opt=3, codemodel="default")
    module = llvm.parse_assembly(str(found.library._final_module))
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    module.verify()
    return str(machine.emit_assembly(module))


def called(code: str) -> list[str]:
    """What it calls that is somewhere else."""
    return re.findall(r"^\.extern [^;]*?(\w+)\s*(?:\(\s*(?:\.param[^)]*)?\))?\s*;", code, re.MULTILINE)


def codes(games: list[str], only: list[str]) -> Iterator[tuple[str, str]]:
    """The code of each function, and what it is called: the primitives on the toy's record, then of games."""
    share(primitives)
    share(foreign)
    yield "primitives", ptx(primitives, (toy.KIND, toy.KIND, types.int64, IDS))
    yield "foreign", ptx(foreign, (toy.KIND,))
    for name in games:
        game = tianxia.load(name)
        record = next(kind for kind, table in TABLES.items() if table is game.table)
        for function in only:
            yield f"{name} {function}", ptx(getattr(core.RULES[record], function), kinds_of(function, record))


def assembled(code: str, ptxas: Path) -> str:
    """What NVIDIA's assembler says of the code: the largest stack of a function, in bytes."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "rules.ptx"
        source.write_text(code)
        command = [ptxas, "-c", "-v", "--gpu-name", CARD, source, "-o", f"{folder}/rules.cubin"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        stacks = re.findall(r"(\d+) bytes stack frame", done.stderr + done.stdout)
        size = (Path(folder) / "rules.cubin").stat().st_size
    return f"assembled for {CARD}, {size} bytes, stack frames up to {max(map(int, stacks))} bytes"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--only", nargs="+", choices=GAME, default=GAME)
    parser.add_argument("--ptxas", type=Path)
    asked = parser.parse_args()
    for name, code in codes(asked.games, asked.only):
        outside = called(code)
        told = assembled(code, asked.ptxas) if asked.ptxas and not outside else ""
        print(
            f"{name}: {len(code)} bytes of PTX, calls {' '.join(outside) or 'nothing'}", told, sep="; " if told else ""
        )


if __name__ == "__main__":
    main()

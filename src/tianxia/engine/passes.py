"""The steps in which Numba compiles a rule: its usual ones without those that change nothing in a rule.

Left out are the steps for closures, `with` blocks, literal arguments, inlining, and whole-array expressions, none of
which rules may use, and those that only describe what was compiled.
"""

from typing import Any

from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
from numba.core.typed_passes import (
    AnnotateTypes,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    RewriteSemanticConstants,
    TranslateByteCode,
)

STEPS = (
    TranslateByteCode, FixupArgs, IRProcessing, RewriteSemanticConstants, DeadBranchPrune, GenericRewrites, ReconstructSSA,
    NopythonTypeInference, PreLowerStripPhis, IRLegalization, AnnotateTypes, NativeLowering, NoPythonBackend,
)  # fmt: skip


class RuleCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler with these steps."""

    def define_pipelines(self) -> list[Any]:
        """The one list of steps."""
        steps = PassManager("rules")
        for step in STEPS:
            steps.add_pass(step, step.__name__)
        steps.finalize()
        return [steps]

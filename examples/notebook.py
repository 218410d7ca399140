"""Makes a notebook of a script whose cells begin with `# %%`: python notebook.py train_ppo.py writes train_ppo.ipynb."""

import json
import re
import sys
from pathlib import Path


def notebook(script: str) -> str:
    """The notebook as text: a cell of words and one of code for each part of the script."""
    head, *parts = re.split(r"^# %% (.*)\n", script, flags=re.MULTILINE)
    cells = [words(head.strip().strip('"').strip())]
    for title, code in zip(parts[::2], parts[1::2], strict=True):
        cells += [words(f"## {title}"), {**cell("code", code.strip("\n")), "execution_count": None, "outputs": []}]
    for number, one in enumerate(cells):
        one["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def words(text: str) -> dict[str, object]:
    """A cell of words."""
    return cell("markdown", text)


def cell(kind: str, text: str) -> dict[str, object]:
    """A cell of some kind."""
    return {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True)}


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.with_suffix(".ipynb").write_text(notebook(path.read_text("utf-8")), "utf-8")

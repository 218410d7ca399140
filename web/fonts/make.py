"""Makes the page's fonts: two families of an open licence, cut down to the letters that the product writes.

    .venv/bin/python web/fonts/make.py

*Print* for headings, cards and figures in drawings is Alegreya by Huerta Tipográfica, drawn like cut with a knife; *Text* for
everything else is Source Sans 3 by Adobe. Both are taken from npm at the version named here, so the same files come out
every time. Their licence, the OFL, wants a changed font to have another name where the old one is reserved: so both are
called after what they do. What it needs is in the group `dev` of pyproject.toml.
"""

import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "src" / "tianxia" / "server" / "static" / "fonts"

LETTERS = "".join(map(chr, range(0x20, 0x7F))) + "ĄĆĘŁŃÓŚŹŻąćęłńóśźż" + "\N{NO-BREAK SPACE}«»·×–—‘’“”„…•←↑→↓↔−"
"""English, Polish, and the signs of both. `tests/test_fonts.py` finds what the texts write and this leaves out."""

FEATURES = ("ccmp", "kern", "liga", "locl", "mark", "mkmk")
FIGURES = ("lnum", "tnum")
"""Figures that all stand on the line, and of one width, become the plain ones, so that no style sheet has to ask for them.
Those of Text are so as they come."""

STEM = 0.8
"""Of the height of a 1: above it is its flag."""
BENT = 0.8
"""So steeply Alegreya's falls here: its own is as flat as the serif of an I, which small ones are taken for."""

NARROWEST_SPACE = 0.24
"""Of the size: Alegreya's own spaces, 0.18, vanish between small figures on a screen."""

SOURCES = {
    "@expo-google-fonts/alegreya@0.4.2": {
        "500Medium/Alegreya_500Medium.ttf": "print-medium",
        "500Medium_Italic/Alegreya_500Medium_Italic.ttf": "print-medium-italic",
        "700Bold/Alegreya_700Bold.ttf": "print-bold",
        "LICENSE_FONT": "print-OFL.txt",
    },
    "source-sans@3.52.0": {
        "VF/SourceSans3VF-Upright.ttf": "text",
        "VF/SourceSans3VF-Italic.ttf": "text-italic",
        "LICENSE.md": "text-OFL.txt",
    },
}
WEIGHTS = (400, 700)
"""Of a font with an axis of weights: this part."""


def make() -> None:
    """Writes all files anew, and says how large they are."""
    total = 0
    for package, files in SOURCES.items():
        with tempfile.TemporaryDirectory() as folder:
            unpacked = fetch(package, Path(folder))
            for source, name in files.items():
                if name.endswith(".txt"):
                    (FONTS / name).write_bytes((unpacked / source).read_bytes())
                    continue
                made = FONTS / f"{name}.woff2"
                cut(TTFont(unpacked / source, recalcTimestamp=False), name).save(made)
                total += made.stat().st_size
                print(f"{made.stat().st_size:7,} {made.name}")
    print(f"{total:7,} bytes together")


def fetch(package: str, folder: Path) -> Path:
    """The unpacked npm package."""
    sys.path.insert(0, str(ROOT))
    from hatch_build import npm_script, run_node

    run_node(folder, npm_script(), "pack", "--silent", package)
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def cut(font: TTFont, name: str) -> TTFont:
    """The font with our letters and figures only, under our name."""
    set_figures(font)
    if name.startswith("print"):
        widen_spaces(font)
        bend_flag(font)
    if "fvar" in font:
        font["fvar"].instances = []  # their names would keep the reserved one
    options = Options()
    options.flavor = "woff2"
    options.layout_features = list(FEATURES)
    options.hinting = False
    options.name_IDs = [0, 1, 2, 4, 6, 13, 14]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    if "fvar" in font:
        font = instantiateVariableFont(font, {"wght": WEIGHTS})
    family = "Tianxia " + name.split("-")[0].title()
    for record in font["name"].names:
        if record.nameID in (1, 4):
            record.string = family
        elif record.nameID == 6:
            record.string = family.replace(" ", "")
    font.flavor = "woff2"
    return font


def set_figures(font: TTFont) -> None:
    """Draws each digit as the features FIGURES would, one after the other."""
    table = font["GSUB"].table
    for feature in FIGURES:
        found = {
            i for r in table.FeatureList.FeatureRecord if r.FeatureTag == feature for i in r.Feature.LookupListIndex
        }
        swap: dict[str, str] = {}
        for index in found:
            for subtable in table.LookupList.Lookup[index].SubTable:
                swap |= getattr(subtable, "ExtSubTable", subtable).mapping
        for mapping in font["cmap"].tables:
            for digit in map(ord, "0123456789"):
                if digit in mapping.cmap:
                    mapping.cmap[digit] = swap.get(mapping.cmap[digit], mapping.cmap[digit])


def bend_flag(font: TTFont) -> None:
    """Lets what stands out at the left of the 1's head fall."""
    one = font["glyf"][font.getBestCmap()[ord("1")]]
    top = STEM * one.yMax
    stem, _ = min((x, y) for x, y in one.coordinates if top / 2 < y < top)
    for i, (x, y) in enumerate(one.coordinates):
        if x < stem and y > top:
            one.coordinates[i] = x, round(y - BENT * (stem - x))


def widen_spaces(font: TTFont) -> None:
    """Makes no space narrower than NARROWEST_SPACE."""
    narrowest = round(NARROWEST_SPACE * font["head"].unitsPerEm)
    for space in " \N{NO-BREAK SPACE}":
        glyph = font.getBestCmap()[ord(space)]
        width, bearing = font["hmtx"][glyph]
        font["hmtx"][glyph] = max(width, narrowest), bearing


if __name__ == "__main__":
    make()

"""``python -m tianxia``: the command ``tianxia``."""

from tianxia.cli import main

main()

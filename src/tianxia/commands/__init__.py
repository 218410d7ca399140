"""What the command `tianxia` does, apart from what `cli.py` does itself."""

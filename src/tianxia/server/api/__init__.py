"""The API for programs: HTTP with tokens, JSON and lines of JSON. Described by itself at ``/api``."""

"""TEMPORARY."""

from tianxia.games.huang.refusals import why_not

__all__ = ["why_not"]


def N_(t):
    return t


def box(speak):
    return None


def parts(kind, args):
    return ()


def label(kind, args, speak):
    return kind


def prompt(view, speak):
    return ""


def describe(event, viewer, speak):
    return event["kind"]

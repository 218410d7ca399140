"""Stub, until the texts come."""

from tianxia.engine.game import BoxTexts


def N_(t):
    return t


def box(speak):
    return BoxTexts("", "", ())


def parts(kind, args):
    return ()


def label(kind, args, speak):
    return kind


def prompt(view, speak):
    return ""


def describe(event, viewer, speak):
    return event["kind"]


def why_not(s, seat, action, speak):
    return ""

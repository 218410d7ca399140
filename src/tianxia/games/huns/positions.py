def complete(s, given):
    pass


def check(s):
    return ""

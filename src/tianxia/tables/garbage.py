"""When a server looks for objects that only refer to each other.

Python does so by itself, again and again, through all that is alive, and nobody is served meanwhile: with a thousand tables in
play that takes a second. What refers to nothing that leads back to it is freed at once without, as tables and connections are;
so it is enough when memory has grown, or now and then.
"""

import asyncio
import gc
import os
import resource
import sys
import time
from pathlib import Path

EVERY = 3600.0  # seconds
GROWTH = 1.25
"""... or when the process takes so many times the memory that it had after the last time."""
LOOK = 5.0  # seconds from one look at its memory to the next
NEVER = 2**30
STATM = Path("/proc/self/statm")
"""Where Linux tells it, in pages; not in every container."""
UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in which the system counts the most that a process ever had."""
ALWAYS = gc.get_threshold()
"""When Python looks by itself. A process may have several servers, one of which stops before another."""


def memory() -> int:
    """Bytes of the machine's memory that this process has; where the system does not tell, the most that it ever had."""
    try:
        return int(STATM.read_text("ascii").split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT


async def collect_rarely(every: float = EVERY, look: float = LOOK) -> None:
    """Until it is cancelled; what is young is looked through as always, in a millisecond or so."""
    gc.set_threshold(*ALWAYS[:2], NEVER)
    try:
        while True:
            since, before = time.monotonic(), memory()
            while time.monotonic() < since + every and memory() <= GROWTH * before:
                await asyncio.sleep(look)
            gc.collect()
            await asyncio.sleep(look)
    finally:
        gc.set_threshold(*ALWAYS)

"""When a server looks for objects that only refer to each other.

Python does so by itself, again and again, through all that is alive, and nobody is served meanwhile: with a thousand tables in
play that takes a second. What refers to nothing that leads back to it is freed at once without, as tables and connections are;
so it is enough to look through all when nobody is there who would wait. While somebody is, only what has come since the last
time is looked through, as soon as it is a tenth of the memory.
"""

import asyncio
import gc
import os
import time
from pathlib import Path

EVERY = 3600.0  # seconds at least from one look through all to the next
IDLE = 0.02
"""The share of a processor that a server takes of which nobody wants anything."""
GROWTH = 1.1
"""What is new is looked through when the process takes so many times the memory that it had after the last time."""
LOOK = 5.0  # seconds from one look at its memory to the next
NEVER = 2**30
ALWAYS = gc.get_threshold()
"""When Python looks by itself. A process may have several servers, one of which stops before another."""


def memory() -> int:
    """Bytes of the machine's memory that this process has; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0


async def collect_rarely(every: float = EVERY, look: float = LOOK, idle: float = IDLE, growth: float = GROWTH) -> None:
    """Until it is cancelled; what is young is looked through as always, in a millisecond or so."""
    gc.set_threshold(*ALWAYS[:2], NEVER)
    last, before = time.monotonic(), memory()
    try:
        while True:
            since, used = time.monotonic(), time.process_time()
            await asyncio.sleep(look)
            now = time.monotonic()
            if now >= last + every and time.process_time() - used <= idle * (now - since):
                gc.unfreeze()
                last = now
            elif memory() <= growth * before:
                continue
            gc.collect()
            gc.freeze()  # what is there now is passed over until nobody is there
            before = memory()
    finally:
        gc.set_threshold(*ALWAYS)

"""A game of two guests with a clock in a folder, as a process that was stopped a while ago left it; run as a script, since a test
with a browser can run no event loop. Prints its name and the token of who is to act."""

import asyncio
import sys
import time
from pathlib import Path

from tests.chance import settle
from tests.tables.clocked import Given, clocked, table_with
from tianxia.tables.store import Person, Seat
from tianxia.tables.time_control import GRACE, Clock

USED, DOWN = 10.0, 65.0


async def make(folder: Path, clock: Clock) -> tuple[str, str]:
    """The clock of who is to act has run for ``USED`` seconds when the process stops, ``DOWN`` seconds before now."""
    people = [Person("ada", "Ada"), Person("ben", "Ben")]
    begun = Given(time.time() - DOWN - USED - GRACE)
    async with clocked(folder, begun) as registry:
        for person in people:
            await registry.store.people.add_guest(person, person.id)
        table = await table_with(registry, clock, *(Seat(person.name, guest=person.id) for person in people))
        await begun.go_by(GRACE + USED)
        return table.setup.id, people[table.history.to_act[0]].id


if __name__ == "__main__":
    settle(1)
    print(*asyncio.run(make(Path(sys.argv[1]), Clock(float(sys.argv[2]), 2.0))))

"""Games of two guests with clocks in a folder, as a process that was stopped a while ago left them; run as a script, since a test
with a browser can run no event loop. Prints the token of who is to act in all of them, and their names."""

import asyncio
import sys
import time
from pathlib import Path

from tests.chance import settle
from tests.tables.clocked import Given, clocked, table_with
from tianxia.tables.rows import Seat
from tianxia.tables.store import Person
from tianxia.tables.time_control import GRACE, HOUR, Clock

USED, DOWN = 10.0, 3 * HOUR


async def make(folder: Path, *banks: float) -> list[str]:
    """The clocks of who is to act have run for ``USED`` seconds when the process stops, ``DOWN`` seconds before now."""
    people = [Person("ada", "Ada"), Person("ben", "Ben")]
    begun = Given(time.time() - DOWN - USED - GRACE)
    async with clocked(folder, begun) as registry:
        for person in people:
            await registry.store.people.add_guest(person, person.id)
        seats = [Seat(person.name, guest=person.id) for person in people]
        tables = [await table_with(registry, Clock(bank, 2.0), *seats) for bank in banks]
        await begun.go_by(GRACE + USED)
        (asked,) = {people[table.history.to_act[0]].id for table in tables}
        return [asked, *(table.setup.id for table in tables)]


if __name__ == "__main__":
    settle(1)
    print(*asyncio.run(make(Path(sys.argv[1]), *map(float, sys.argv[2:]))))

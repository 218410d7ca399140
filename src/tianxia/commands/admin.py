"""The commands of an operator: what is done with stored games and with people."""

import getpass
import os
import secrets
import string
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import App, Parameter
from rich.table import Column, Table

from tianxia.commands.backup import backup
from tianxia.commands.console import ERRORS, OUT, BadInput
from tianxia.commands.stored import HERE, Here, Where, alone, beside

admin = App(name="admin", help="For who runs a server: games and people in its store.")
admin.command(backup)

WIDE = 12  # letters of an id, which is shown whole: other commands are given it
State = Literal["open", "running", "over", "damaged"]
Flag = Annotated[bool, Parameter(negative=())]
Secrets = Annotated[bool, Parameter(name="--secrets", negative=())]
LETTERS = "".join(sorted(set(string.ascii_lowercase + string.digits) - set("il1o0")))
OWN_FILE = 0o600


@admin.command(name="list")
def list_games(
    *, game: str = "", state: State | None = None, person: str = "", most: int = 100, where: Here = HERE
) -> None:
    """List the stored games, those that were played last first, to a minute. A server may run meanwhile.

    Parameters
    ----------
    game
        Only those of this game.
    state
        Only those that are open (wait for people), running, over or damaged.
    person
        Only those in which this account or guest sits; by name or id.
    most
        At most so many.
    """
    from tianxia.tables import upkeep

    with beside(where) as database:
        found = list(upkeep.games(database))
        who = upkeep.person(database, person).id if person else None
    chosen = [
        line
        for line in found
        if game in ("", line.game) and state in (None, line.state) and (who is None or who in line.guests)
    ]
    shown = chosen[: max(0, most)]
    wrong = ["what is wrong"] if any(line.fault for line in shown) else []  # it takes room from the dates
    table = Table(Column("id", min_width=WIDE), "game", "state", "begun", "played", "players", *wrong)
    for line in shown:
        begun, played = day(line.created), day(line.played)
        told = (line.id, line.game, line.state, begun, played, ", ".join(line.players), line.fault)
        table.add_row(*told[: len(table.columns)])
    OUT.print(table)
    OUT.print(f"games: {len(chosen)} of {len(found)}", highlight=False)


@admin.command
def export(game: str, file: Path | None = None, /, *, with_secrets: Secrets = False, where: Here = HERE) -> None:
    """Write all that is stored of a game into a file, which `import` and `tianxia replay` read. A server may run meanwhile.

    Parameters
    ----------
    game
        The id of a game, as `list` tells it.
    file
        The file to write, which must not be there yet; printed if none is named.
    with_secrets
        Also a game that is running: its file holds the seed, and so the hands of all.
    """
    from tianxia.tables import upkeep

    with beside(where) as database:
        told, over = upkeep.exported(database, game)
    if not over and not with_secrets:
        raise BadInput(f"{game} is running, and its file holds the seed and all hands: add --secrets, and show nobody")
    if not over:
        ERRORS.print(f"{game} is running: this file shows what its players may not know", highlight=False)
    if file is None:
        sys.stdout.write(written(told).decode())
    else:
        keep(told, file)
        OUT.print(f"{game} is in {file}", highlight=False)


@admin.command(name="import")
def import_game(file: Path, /, *, where: Here = HERE) -> None:
    """Store an exported game again, once all its rows were played and have led where they led. No server may run.

    Parameters
    ----------
    file
        A file that `export` wrote.
    """
    from tianxia.tables import upkeep

    text = file.read_bytes()
    with alone(where) as database:
        try:
            game, rows = upkeep.imported(database, text)
        except upkeep.Refusal as error:
            raise BadInput(f"{file}: {error}") from error
    OUT.print(f"{game} is stored again, rows: {rows}", highlight=False)


@admin.command
def rewind(game: str, row: int, /, *, keep_in: Path | None = None, where: Here = HERE) -> None:
    """Take a running game back to how it stood after a row; the game as it is now is kept in a file. No server may run.
    Its deal stays what it was, so what players have been shown since then they go on knowing.

    Parameters
    ----------
    game
        The id of a game, as `list` tells it.
    row
        The number of the last row that stays, as `rerun --rows` tells it.
    keep_in
        The file for the game as it is now; named after the game, in this folder, if left out.
    """
    from tianxia.tables import upkeep

    file = keep_in or Path(f"tianxia-{game}-before-{row}.json")
    with alone(where) as database:
        told, _ = upkeep.exported(database, game)
        gone = upkeep.rewound(database, game, row)
        keep(told, file)  # before what goes is gone, and only if it may go
    OUT.print(f"{game} stands as after row {row}; rows that are gone: {gone}, kept in {file}", highlight=False)


@admin.command
def rerun(
    game: str = "",
    /,
    *,
    rows: Flag = False,
    with_secrets: Secrets = False,
    where: Here = HERE,
) -> None:
    """Play all rows of a game again and tell whether each leads where it led; of all games if none is named. A server may
    run meanwhile. The exit status is 1 if one does not.

    Parameters
    ----------
    game
        The id of a game, as `list` tells it.
    rows
        List the rows of the game.
    with_secrets
        With what was played in them, also while the game is running.
    """
    from tianxia.tables import upkeep

    with beside(where) as database:
        lines = {line.id: line for line in upkeep.games(database)}
    if rows and not game:
        raise BadInput("name the game of which the rows are to be listed")
    wrong = 0
    for id in [game] if game else lines:
        with beside(where) as database:
            try:
                ran = upkeep.rerun(database, id)
            except upkeep.Refusal:
                if game:
                    raise
                ran = upkeep.Rerun(0, 0, lines[id].fault or "it cannot be read")
            if rows:
                print_rows(upkeep.steps(database, id), lines[id].over or with_secrets)
        wrong += not ran.agrees
        said = "all as they were" if ran.agrees else ran.wrong
        OUT.print(f"{id}: rows: {ran.rows}, {said}", highlight=False, markup=False)
    if wrong:
        sys.exit(1)


def print_rows(rows: Any, shown: bool) -> None:
    """The rows of a game as a table; what was played only if all may know it."""
    table = Table("row", "when", "kind", "seat", "action")
    for number, at, kind, seat, action in rows:
        table.add_row(str(number), day(at), kind, "" if seat is None else str(seat), action if shown else "")
    OUT.print(table)


@admin.command
def migrate(*, where: Here = HERE) -> None:
    """Bring the store of an older version up to date, as a server does when it starts. Make a backup first."""
    from tianxia.tables import upkeep
    from tianxia.tables.schema import HEAD

    with alone(where) as database:
        games, people = upkeep.counted(database)
    OUT.print(f"the store is of version {HEAD}; games: {games}, people: {people}", highlight=False)


@admin.command
def rate(*, where: Here = HERE) -> None:
    """Work all ratings out anew from the results of rated games. No server may run meanwhile."""
    from tianxia.tables.results import recompute

    with alone(where) as database:
        games = recompute(database)
    OUT.print(f"rated anew, games: {games}", highlight=False)


@admin.command
def people(*, accounts: Flag = False, banned: Flag = False, most: int = 100, where: Here = HERE) -> None:
    """List accounts and guests, those who came last first. A server may run meanwhile.

    Parameters
    ----------
    accounts
        Only accounts.
    banned
        Only those who are kept out.
    most
        At most so many.
    """
    from tianxia.tables import upkeep

    with beside(where) as database:
        found = upkeep.people(database)
    chosen = [one for one in found if one.account >= accounts and (one.banned is not None) >= banned]
    table = Table(Column("id", min_width=WIDE), "name", "", "since", "banned")
    for one in chosen[: -max(0, most) - 1 : -1]:
        kind = "account" if one.account else "guest"
        table.add_row(one.id, one.name, kind, day(one.created), day(one.banned) if one.banned is not None else "")
    OUT.print(table)
    OUT.print(f"people: {len(chosen)} of {len(found)}", highlight=False)


@admin.command
def reports(*, most: int = 20, where: Here = HERE) -> None:
    """Show what people reported about others, the latest last, with what was written at their table. A server may run meanwhile.

    Parameters
    ----------
    most
        At most so many.
    """
    from tianxia.tables import messages

    with beside(where) as database:
        found = messages.reported(database)
    for one in found[len(found) - max(0, most) :] if most > 0 else []:
        OUT.print(
            f"{day(one.at)}  {one.reporter} about {one.about}, game {one.game} after {one.rows} rows: {one.reason}",
            highlight=False,
            markup=False,
        )
        for said in one.said:
            OUT.print(f"    {day(said.at)}  {said.person}: {said.text or said.preset}", highlight=False, markup=False)
    OUT.print(f"reports: {len(found)}", highlight=False)


@admin.command
def ban(name: str, /, *, where: Here = HERE) -> None:
    """Keep somebody out: who can neither log in nor play nor begin games from now on. A server may run meanwhile.

    Within a minute the server gives all their running games up for good: rated ones are lost, and `unban` brings none back.

    Parameters
    ----------
    name
        The name of an account, or the id of a guest, or its name if no other guest has it.
    """
    from tianxia.tables import upkeep

    who = somebody(where, name)
    with beside(where, writes=True, people=[who.id]) as database:
        upkeep.ban(database, who)
        running = sum(not line.over and who.id in line.guests for line in upkeep.games(database))
    OUT.print(f"{who.name} ({who.id}) is kept out; running games with a seat: {running}", highlight=False, markup=False)
    if running:
        OUT.print(
            "Within a minute they are given up for good, rated ones lost; to let somebody in again undoes none of it."
        )


@admin.command
def unban(name: str, /, *, where: Here = HERE) -> None:
    """Let somebody in again. A server may run meanwhile.

    Parameters
    ----------
    name
        As for `ban`.
    """
    from tianxia.tables import upkeep

    who = somebody(where, name)
    with beside(where, writes=True, people=[who.id]) as database:
        upkeep.pardon(database, who)
    OUT.print(f"{who.name} ({who.id}) may play", highlight=False, markup=False)


@admin.command
def reset_password(name: str, /, *, ask: Flag = False, where: Here = HERE) -> None:
    """Give an account a new password, and log it out everywhere. A server may run meanwhile.

    Parameters
    ----------
    name
        The name or id of an account.
    ask
        Ask for the password instead of printing a new one.
    """
    from tianxia.tables import accounts, upkeep

    who = somebody(where, name)
    if not who.account:
        raise BadInput(f"{who.name} is a guest, who has no password")
    password = getpass.getpass(f"New password of {name}: ") if ask else "-".join(map(word, range(4)))
    if not accounts.LEAST <= len(password) <= accounts.MOST:
        raise BadInput(f"a password should have from {accounts.LEAST} to {accounts.MOST} characters")
    hash = accounts.HASHER.hash(accounts.normal(password))
    with beside(where, writes=True, people=[who.id]) as database:
        upkeep.reset(database, who, hash)
    OUT.print(f"{who.name} is logged out everywhere", highlight=False, markup=False)
    if not ask:
        OUT.print(f"log in with this password and choose another one: {password}", highlight=False, markup=False)


def somebody(where: Where, name: str) -> Any:
    """Somebody by name or id."""
    from tianxia.tables import upkeep

    with beside(where) as database:
        return upkeep.person(database, name)


def word(_number: int) -> str:
    """Five letters by chance, none of which looks like another."""
    return "".join(secrets.choice(LETTERS) for _ in range(5))


def day(at: float) -> str:
    """A Unix time for people; as a number if it is none."""
    try:
        return datetime.fromtimestamp(at, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError, TypeError):
        return str(at)


def written(told: dict[str, Any]) -> bytes:
    """An exported game as a file has it."""
    return msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n"


def keep(told: dict[str, Any], file: Path) -> None:
    """Writes a game into a new file that only its owner can read, and waits until that is safe."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN_FILE), "wb") as made:
        made.write(written(told))
        made.flush()
        os.fsync(made.fileno())

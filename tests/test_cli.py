"""The command `tianxia`: what it prints, and one line for bad input."""

import io
import json
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import tianxia
from tests.engine.games import finished
from tianxia import cli, terminal

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def go(line: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = 0
        try:
            cli.main(line.split())
        except SystemExit as end:
            status = int(end.code or 0)
        caught = capsys.readouterr()
        return status, caught.out, caught.err

    return go


def test_version(run: Run) -> None:
    assert run("--version")[1].strip() == tianxia.__version__


def test_the_package_is_the_command() -> None:
    ran = subprocess.run([sys.executable, "-m", "tianxia", "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == tianxia.__version__


def test_the_package_is_imported_without_the_compiler_until_it_is_needed() -> None:
    told = "import sys, tianxia; print('numba' in sys.modules, 'numpy' in sys.modules); "
    told += (
        "print(tianxia.load('chu-han').new(1).to_act, tianxia.Match.__name__, set(tianxia.__all__) - set(dir(tianxia)))"
    )
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["False False", "(0,) Match set()"]
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        tianxia.chess  # noqa: B018


def test_games_lists_each_game_with_its_bots(run: Run) -> None:
    out = run("games")[1]
    assert "chu-han" in out
    assert "greedy" in out


@pytest.mark.parametrize("bots", ["random,random", "greedy,random", "search:4 greedy"])
def test_simulate_tells_results_and_pace_as_json(run: Run, bots: str) -> None:
    status, out, _ = run(f"simulate chu-han --games 5 --seed 3 --bots {bots} --json")
    told = json.loads(out)
    assert status == 0
    assert sum(seat[0] for seat in told["places"]) == 5
    assert told["decisions_per_second"] > 0


def test_the_same_seed_simulates_the_same_games(run: Run) -> None:
    def told() -> dict[str, object]:
        told = json.loads(run("simulate chu-han --games 30 --seed 9 --json")[1])
        return {name: told[name] for name in ("places", "decisions")}

    assert told() == told()


def test_arena_tells_the_difference_with_its_interval(run: Run, tmp_path: Path) -> None:
    line = f"arena chu-han --bots greedy random --pairs 4 --processes 1 --file {tmp_path / 'results'}"
    assert "95 % interval" in run(line)[1]
    told = json.loads(run(line + " --json")[1])
    assert told["pairs"] == 4
    assert told["score_interval"][0] <= told["score"]


def test_bots_in_the_arena_may_have_weights_of_their_own(run: Run, tmp_path: Path) -> None:
    ours = tianxia.load("chu-han").evaluator
    ours.replace(passes=60.0).save(tmp_path / "mine.npz")
    line = f"arena chu-han --bots greedy greedy@{tmp_path / 'mine.npz'} --pairs 4 --processes 1 --json"
    status, out, _ = run(line)
    assert status == 0
    assert json.loads(out)["score"] > 0.5


def test_games_says_how_many_can_play(run: Run) -> None:
    lines = run("games")[1].splitlines()
    players = {cells[1].strip(): cells[3].strip() for line in lines if len(cells := line.split("│")) > 3}
    assert players["huang"] == "2-5"
    assert players["chu-han"] == "2"


@pytest.mark.parametrize("players", [3, 5])
def test_simulate_plays_with_a_random_bot_at_every_seat_if_none_is_named(run: Run, players: int) -> None:
    status, out, _ = run(f"simulate huang --option players={players} stall_turns=2 --games 2 --json")
    told = json.loads(out)
    assert status == 0
    assert told["bots"] == ["random"] * players
    assert len(told["places"]) == players
    assert sum(seat[0] for seat in told["places"]) >= 2


def test_arena_for_more_than_two_tells_places_and_ratings(run: Run, tmp_path: Path) -> None:
    line = "arena huang --bots greedy random --option players=3 stall_turns=1 --pairs 1 --processes 1"
    line += f" --file {tmp_path / 'results'}"
    status, out, _ = run(line)
    assert status == 0
    for said in ("deals: 1, games: 6, players: 3", "first places", "mean place", "OpenSkill", "greedy", "random"):
        assert said in out
    told = json.loads(run(line + " --json")[1])
    assert (told["seats"], told["deals"], told["games"]) == (3, 1, 6)
    assert [standing["bot"] for standing in told["standings"]] == ["greedy", "random"]


def test_replay_verifies_a_record_and_prints_its_log(run: Run, tmp_path: Path) -> None:
    finished(3).save(tmp_path / "game.json")
    status, out, _ = run(f"replay {tmp_path / 'game.json'}")
    assert status == 0
    assert f"verified: Chu Han, {finished(3).step_count} steps, hash {finished(3).hash()}" in out
    assert "wins the game" in out


def test_play_shows_the_table_answers_why_and_saves(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    typed = f"?\n? pass\n99\n²\n{'9' * 5000}\nset 9 9\n1\nlog\nsave {path}\nq\n"
    status, out, _ = run("play chu-han --seed 7 --seat han --bot greedy", typed)
    assert status == 0
    assert "You are han" in out
    assert "the list goes from 1 to" in out
    assert "the deck has 1 of 9 [C2.1]" in out
    assert tianxia.replay(path).step_count >= 1


@pytest.mark.parametrize(
    "line", ["chu-han --seat chu", "sun-tzu --seat red --option events=on", "huns --seat rua --option players=3"]
)
def test_a_whole_game_can_be_played_in_the_terminal(run: Run, line: str) -> None:
    status, out, _ = run(f"play {line} --seed 1 --bot random --lang pl", "1\n" * 2000)
    assert status == 0
    assert "wygrywa grę" in out


@pytest.mark.parametrize(("players", "seat"), [(3, "rat"), (4, "tiger"), (5, "dragon")])
def test_a_whole_game_for_more_than_two_can_be_played_in_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, players: int, seat: str
) -> None:
    monkeypatch.setattr(terminal, "room", lambda view: SimpleNamespace(draw=lambda view, lang: "the table"))
    path = tmp_path / "game.json"
    # more turns than players: the game cannot end before the own first one, whatever the bots do
    line = f"play huang --option players={players} stall_turns=8 --seat {seat} --seed 1 --bot random"
    status, out, _ = run(line, f"save {path}\n" + "pass\n1\n" * 500)
    assert status == 0
    assert f"You are {seat}" in out
    saved = tianxia.replay(path)
    assert saved.game.seats == players
    assert all(actor != saved.game.seat_names.index(seat) for actor, _ in saved.actions)
    status, out, _ = run(f"replay {path}")
    assert status == 0
    assert f"verified: Huang, {saved.step_count} steps" in out


def test_five_cards_are_the_orders_of_a_round_in_sun_tzu(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    typed = f"choose R3\n1 2 3 4 6\nwu 5; confirm\nsave {path}\nq\n"
    status, out, _ = run("play sun-tzu --seed 2 --seat red --bot random", typed)
    assert status == 0
    assert "1-" in out
    assert "order PROVINCE CARD" in out, "the long list is one line"
    mine = [number for seat, number in tianxia.replay(path).actions if seat == 1]
    told = [tianxia.load("sun-tzu").action(number).text for number in mine]
    assert told[1:] == [
        *("order QIN 1", "order CHU 2", "order JIN-YAN 3", "order HAN-QI 4", "order WU 6"),
        *("take_back WU", "order WU 5", "confirm"),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fly", "there is no command 'fly'; there are serve, settings, games, play, simulate, arena"),
        ("games now", "games does not take 'now'. See tianxia games --help."),
        ("simulate", "simulate needs GAME. See tianxia simulate --help."),
        ("replay", "replay needs FILE. See tianxia replay --help."),
        ("arena chu-han", "arena needs --bots. See tianxia arena --help."),
        ("simulate chess", "there is no game 'chess'; there are chu-han, huang, huns, sun-tzu"),
        ("simulate chu-han --bots greedy", "1 bot given, chu-han has 2 seats: write --bots random,random"),
        (
            "simulate chu-han --bots greedy,clever",
            "there is no bot 'clever'; there are random, sloppy, greedy, search, easy",
        ),
        ("arena chu-han --bots greedy", "1 bot given, chu-han has 2 seats: write --bots random,random"),
        ("arena chu-han --bots greedy greedy random", "3 bots given, chu-han has 2 seats: write --bots random,random"),
        (
            "arena huang --bots random --option players=3",
            "1 bot given, huang has 3 seats: write --bots random,random,",
        ),
        ("simulate huang --option players=6", "option players of huang is a number from 2 to 5, not '6'"),
        ("play sun-tzu --option events=maybe", "option events of sun-tzu is off or on, not 'maybe'"),
        ("play sun-tzu --option events=on --option events=off", "an option is given twice: events=on, events=off"),
        ("simulate huang --option players=", "option players of huang is a number from 2 to 5, not ''"),
        (
            "simulate huang --option players=4 --bots random,random",
            "2 bots given, huang has 4 seats: write --bots rand",
        ),
        ("play huang --seat rat", "there is no seat of huang 'rat'; there are tiger, rabbit"),
        ("play huang --option players=3 --seat goat", "there is no seat of huang 'goat'; there are tiger, rabbit, rat"),
        ("simulate chu-han --games 0", "0 games should be at least 1"),
        ("simulate chu-han --games many", 'Invalid value for --games: unable to convert "many" into int.'),
        ("play chu-han --seat wu", "there is no seat of chu-han 'wu'; there are han, chu"),
        ("simulate chu-han --games 1 --seed -3", "seed -3 should be a whole number from 0 to 2**63 - 1"),
        ("arena chu-han --bots greedy random --seed -3", "seed -3 should be a whole number from 0 to 2**63 - 1"),
        ("play chu-han --lang la", "there is no language 'la'; there are en, pl"),
        ("play chu-han --sead 3", "Unknown option: --sead. Did you mean --seed?"),
        ("arena chu-han --bots greedy random --pairs 0", "0 pairs should be at least 1"),
        ("replay nowhere.json", "nowhere.json: No such file or directory"),
        ("serve --data games", "Unknown option: --data. Did you mean --data-dir? See tianxia serve --help."),
        ("serve --port 70000", "--port: '70000' should be less than or equal to 65535"),
        ("serve --workers=-1", "--workers: '-1' should be greater than or equal to 0"),
        ("serve --root-path tianxia", "--root-path: root path 'tianxia' should be written as /tianxia"),
        ("serve --root-path /a//b", "--root-path: root path '/a//b' should be written as /tianxia"),
        ("serve --limit games", "--limit: limit 'games' should be written as name=value"),
        ("serve --limit games=2 --limit games=3", "--limit: a limit is given twice: games=2, games=3"),
        ("serve --limit speed=2", "--limit: there is no limit 'speed'; there are request, stall, connections, sockets"),
        ("serve --limit games=0", "--limit: Expected `float` > 0.0 - at `$.games`"),
        ("serve --limit sockets=few", "--limit: Expected `int`, got `str` - at `$.sockets`"),
        ("serve --config nowhere.toml", "nowhere.toml: No such file or directory"),
        ("w" * 9000, "there is no command 'www"),
        (f"play chu-han --seed {'9' * 9000}", "Invalid value for --seed: "),
    ],
    ids=lambda text: str(text)[:40],
)
def test_bad_input_is_one_line_that_says_what_would_be_right(run: Run, line: str, said: str) -> None:
    status, out, err = run(line)
    assert status == 2
    assert out == ""
    assert err.startswith(f"tianxia: {said}")
    assert err.count("\n") == 1
    assert len(err) < 500


def test_where_the_server_cannot_start_one_line_says_why(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "tianxia.sqlite3").write_text("no database at all, but some text" * 99)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for line, said in (
            (f"serve --port 0 --data-dir {tmp_path / 'file'}", f"{tmp_path / 'file'}: "),
            (f"serve --port 0 --data-dir {tmp_path}", f"{tmp_path / 'tianxia.sqlite3'}: file is not a database"),
            (f"serve --port 0 --host nowhere.invalid --data-dir {tmp_path / 'new'}", "nowhere.invalid, port 0: "),
            (f"serve --port {port} --data-dir {tmp_path / 'new'}", f"127.0.0.1, port {port}: "),
        ):
            status, out, err = run(line)
            assert (status, out) == (2, "")
            assert err.startswith(f"tianxia: {said}"), err
            assert err.count("\n") == 1


@pytest.mark.parametrize(("variable", "named"), [("TIANXIA_DECK", "mine"), ("TIANXIA_MAPS", "eighteen_kingdoms.txt")])
def test_no_server_starts_with_a_map_or_deck_that_does_not_fit(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, named: str
) -> None:
    mine = tmp_path / named
    mine.write_text("x")
    monkeypatch.setenv(variable, str(mine if variable == "TIANXIA_DECK" else tmp_path))
    status, out, err = run(f"serve --port 0 --data-dir {tmp_path / 'new'}")
    assert (status, out) == (2, "")
    assert err.startswith(f"tianxia: {mine}: "), err
    assert err.count("\n") == 1


MAP = " ".join("." * 7) + "\n " + " ".join("ABC~~~~") + "\n\ncapitals: A Ba, B Shu, C Yue\n"


def test_maps_are_checked_one_line_a_problem(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text(MAP)
    status, out, err = run(f"map check seven_states {mine} eighteen_kingdoms")
    assert (status, err) == (2, "")
    assert out.splitlines() == [
        "seven_states: fits H1.4, as a base map of 161 hexes",
        f"{mine}: it has 3 capitals; a base map has 7 [H1.4]",
        f"{mine}: the capitals Ba on A2 and Shu on B2 touch [H1.4]",
        f"{mine}: the capitals Shu on B2 and Yue on C2 touch [H1.4]",
        f"{mine}: it needs 2 triples of mutually adjacent river hexes without a common hex, it has none [H1.4]",
        f"{mine}: it has no bandit locations; a base map has 1 to 10 [H1.4]",
        "eighteen_kingdoms: fits H1.4, as an Eighteen Kingdoms map of 161 hexes",
    ]


def test_a_map_that_cannot_be_read_does_not_hide_the_others(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(". ?")
    status, out, err = run(f"map check {tmp_path}/a.txt {tmp_path}/b.txt eighteen_kingdoms")
    assert status == 2
    assert out == "eighteen_kingdoms: fits H1.4, as an Eighteen Kingdoms map of 161 hexes\n"
    assert [line.split(f"{tmp_path}/")[1][:25] for line in err.splitlines()] == [
        "a.txt: line 1: '?' should",
        "b.txt: No such file or di",
    ]


def test_maps_that_fit_are_checked_with_status_0(run: Run) -> None:
    assert run("map check seven_states eighteen_kingdoms")[0] == 0


def test_a_map_is_drawn_to_a_file_or_printed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(MAP)
    printed = run(f"map draw {tmp_path / 'mine.txt'}")[1]
    assert run(f"map draw {tmp_path / 'mine.txt'} --out {tmp_path / 'mine.svg'}") == (0, "", "")
    assert printed == (tmp_path / "mine.svg").read_text("utf-8")
    assert printed.startswith("<svg ")
    assert ">Yue<" in printed
    assert ">Mine<" in printed


def test_the_own_map_in_use_is_checked_under_our_name(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "seven_states.txt").write_text(MAP)
    monkeypatch.setenv("TIANXIA_MAPS", str(tmp_path))
    assert run("map check seven_states")[1].startswith("seven_states: it has 3 capitals")
    assert run("map check eighteen_kingdoms")[0] == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "No such file or directory"),
        (b"\xff\xfe. .", "line 1: byte 0xff is not UTF-8; save the file as UTF-8 text"),
        (b". .\n . \x80", "line 2: byte 0x80 is not UTF-8; save the file as UTF-8 text"),
        (b"." * 70_000, "the file is larger than 65536 bytes; a map is a short text"),
        (b". x", "line 1: 'x' should be . land, ~ river, _ no hex, or the letter A to Z of a capital"),
        (b"", "there is no hex: begin with rows of cells, as in '_ . ~ A'"),
    ],
)
@pytest.mark.parametrize("command", ["check", "draw"])
def test_a_file_that_is_no_map_is_one_line(
    run: Run, tmp_path: Path, command: str, content: bytes | None, said: str
) -> None:
    path = tmp_path / "mine.txt"
    if content is not None:
        path.write_bytes(content)
    assert run(f"map {command} {path}") == (2, "", f"tianxia: {path}: {said}\n")
    assert run(f"map {command} {tmp_path}") == (2, "", f"tianxia: {tmp_path}: Is a directory\n")


OUR_DECK = Path(tianxia.__file__).parent / "games" / "huns" / "deck.json"


def test_a_deck_that_fits_is_checked_with_status_0(run: Run) -> None:
    assert run(f"deck check {OUR_DECK}") == (0, f"{OUR_DECK}: fits N9.3, with 60 cards and 32 wagons\n", "")


def test_decks_are_checked_one_line_a_problem(run: Run, tmp_path: Path) -> None:
    told = json.loads(OUR_DECK.read_text("utf-8"))
    told["cards"][24]["spaces"] = 9
    del told["wagons"][0]
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps(told), "utf-8")
    status, out, err = run(f"deck check {mine} {OUR_DECK}")
    assert (status, err) == (2, "")
    assert out.splitlines() == [
        f"{mine}: M01: spaces 9 should be 1 to 5 [N9.3]",
        f"{mine}: W01 is missing from the wagons [N9.3]",
        f"{mine}: violet wagons: there should be 8, not 7 [N9.3]",
        f"{OUR_DECK}: fits N9.3, with 60 cards and 32 wagons",
    ]


def test_a_deck_that_cannot_be_read_does_not_hide_the_others(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"cards": [\n')
    status, out, err = run(f"deck check {tmp_path}/bad.json {tmp_path}/none.json {tmp_path} {OUR_DECK}")
    assert (status, out) == (2, f"{OUR_DECK}: fits N9.3, with 60 cards and 32 wagons\n")
    assert err.splitlines() == [
        f"tianxia: {tmp_path}/bad.json: not JSON: line 2, column 1: Expecting value",
        f"tianxia: {tmp_path}/none.json: No such file or directory",
        f"tianxia: {tmp_path}: Is a directory",
    ]

"""The table of Huns in Chromium: it opens, fits, whole games are played on it, and every moment can be answered on it."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import BY_LOOK, looks, violations
from tests.e2e.conftest import Server
from tests.e2e.evening import skip_ahead
from tests.e2e.player import heard, number, painted
from tests.e2e.raider import MOST_TAPS, come_in, my_turn, play_one, sit_down, to_a_die
from tests.e2e.staged import Moment, Stage, find, moment
from tests.e2e.staged_huns import FAULTS, at, moments
from tests.games.huns.table import taking
from tianxia.games.huns.pieces import COLOURS

BEGINNING, MOST_DECISIONS = 8, 300
SPILT = """() => [...document.querySelectorAll('.hn-column, .hn-deck, .hn-die, .hn-pile, .hn-wagon-deck')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className)"""
CLEAR_OF_THE_BAR = """() => document.activeElement.getBoundingClientRect().top
  >= (document.activeElement.closest('.bar') ? 0 : document.querySelector('.bar').getBoundingClientRect().bottom)"""
ITEMS = 6
FINGER = 24
TOLD_APART = """() => [...document.querySelectorAll('.player')].filter((one) => one.checkVisibility()).map((one) =>
  [...one.querySelectorAll('.player-name, .seat-name')]
    .filter((name) => name.getClientRects().length && name.offsetWidth > 20 && name.scrollWidth <= name.clientWidth + 1)
    .map((name) => name.textContent)[0])"""
"""What each player in the strip is called, as far as it is wholly seen."""


@pytest.fixture
def stage(staged: Callable[[str], Stage]) -> Stage:
    return staged("huns")


@pytest.mark.parametrize(("players", "width"), [(4, 1280), (4, 390), (3, 360)])
def test_the_table_opens_with_all_camps_and_fits_without_scrolling_sideways(
    page: Page, server: Server, players: int, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    sit_down(page, server, players=players)
    my_turn(page)
    assert page.locator(".hn-column").count() == 5
    assert page.locator(".hn-rival").count() == players - 1
    assert page.locator(".hn-home .hn-wagon").count() == 2
    assert page.locator(".hn-market .hn-wagon").count() == 4
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_short_game_is_played_by_clicking_and_shows_nothing_hidden(page: Page, server: Server) -> None:
    frames, dice = heard(page)[""], random.Random(2)
    come_in(page, server, players=3, seat=0, max_rounds=4)
    for decision in range(MOST_DECISIONS):
        if my_turn(page)["over"]:
            break
        assert page.locator(".hn-rivals .hn-type").count() == 0, "the types of others' sent wagons lie face down"
        if decision == BEGINNING:
            frames += skip_ahead(page, server, lambda state: state["round"] == 4)
        else:
            play_one(page, dice)
    expect(page.locator(".end h2")).to_be_visible()
    assert page.locator(".hn-result tbody tr").count() == ITEMS + 2
    assert page.locator("#log li").count() > 20
    titles = page.locator("#log h3, #log h4").all_inner_texts()
    assert len(titles) > 4
    assert not set(titles) & set(page.locator("#log li").all_inner_texts())
    states = [frame["view"]["state"] for frame in frames if frame.get("view")]
    for state in states:
        assert state["deck"] is state["wagon_deck"] is state["rng"] is None
        assert state["seen"][1:] == [None] * 3
        assert state["open"] or state["sent"][1:] == [None] * 3
    assert violations(page) == []


def test_with_the_keyboard_alone_the_focus_is_neither_lost_nor_covered(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 1280, "height": 600})
    sit_down(page, server, seat=0)
    for _ in range(8):
        before = number(page)
        for _ in range(MOST_TAPS):
            offers = my_turn(page)
            if offers["over"] or offers["number"] > before:
                break
            page.evaluate("document.activeElement.blur(); scrollTo(0, document.documentElement.scrollHeight)")
            if offers["plays"] == 1:
                page.keyboard.press("p")
            else:
                for key in "bha":  # lit on the board, in the own camp, in the bar
                    if page.evaluate("document.activeElement === document.body"):
                        page.keyboard.press(key)
                assert page.evaluate(CLEAR_OF_THE_BAR)
                page.keyboard.press("Enter")
            painted(page)
        assert number(page) > before
        my_turn(page)
        assert page.evaluate("document.activeElement !== document.body")


def test_after_a_die_both_its_actions_are_lit(page: Page, server: Server) -> None:
    sit_down(page, server, seat=0)
    to_a_die(page)
    page.locator('.hn-die[data-lit="true"]').first.click()
    expect(page.locator(".hn-deck[data-lit=true]")).to_have_count(1)
    expect(page.locator(".hn-pile[data-lit=true]")).to_have_count(1)
    expect(page.locator('.hn-deck[data-lit="true"] .icon')).to_be_visible()  # a draw cannot be taken back
    page.locator('.hn-pile[data-lit="true"]').click()
    expect(page.locator('[data-kind="loot"]')).to_have_count(0)


def test_every_part_of_every_legal_action_is_lit_and_no_moment_makes_the_page_scroll_sideways(stage: Stage) -> None:
    stage.page.set_viewport_size({"width": 360, "height": 800})
    for asks, shown in moments().items():
        stage.show(shown.recent)
        parts, width = stage.page.evaluate(
            """() => [
              [...document.querySelectorAll('[data-part][data-lit=true]')].flatMap((e) => e.dataset.part.split(' ')),
              document.documentElement.scrollWidth,
            ]"""
        )
        named = {part for action in shown.legal for part in action["parts"]}
        # the space that is branded is lit once the iron is chosen
        missing = {part for part in named.difference(parts) if not part.startswith("space:")}
        assert missing == set(), asks
        assert width <= 360, asks
    assert len(moments()) > 20


def test_flee_or_accept_shows_what_each_costs(stage: Stage) -> None:
    shown = moments()["flee"]
    stage.show(shown)
    asked = stage.page.locator(".hn-curse")
    expect(asked.locator(".hn-effect")).not_to_be_empty()
    flee = find(lambda action: action["kind"] == "flee", shown.legal)
    assert shown.preview(flee["id"]).startswith("Costs ")
    expect(asked.locator(".hn-costs")).to_contain_text(shown.preview(flee["id"]))
    expect(asked.locator(".hn-costs")).to_contain_text(re.compile(r"works until \d goods? lies? on it"))
    expect(stage.page.get_by_role("button", name=re.compile("^(Flee|Accept)"))).to_have_count(2)
    asked.get_by_role("button", name="Accept").click()
    assert stage.played() == find(lambda action: action["kind"] == "accept", shown.legal)["id"]


def test_the_opponent_who_is_chosen_for_a_curse_is_seen_to_be(stage: Stage) -> None:
    stage.show(moments()["victim"])
    chosen, other = stage.page.locator('.hn-costs [data-part^="seat:"]').all()
    chosen.click()
    ground = "(one) => getComputedStyle(one).backgroundColor"
    assert chosen.evaluate(ground) != other.evaluate(ground)


def test_the_end_table_says_which_count_of_the_wagons_types_was_better(stage: Stage) -> None:
    shown = moments()["over"]
    stage.show(shown)
    state = shown.view["state"]
    row = stage.page.locator(".hn-result tbody tr").filter(has_text="Types of wagons, or the most of one")
    told = row.locator("td").all_inner_texts()
    for seat in range(shown.players):
        types = {state["type"][int(wagon[1:]) - 1] for wagon in state["sent"][seat] if wagon != "none"}
        points = state["account"][seat][-1]
        (cell,) = [text for place, text in zip(places(shown), told, strict=True) if place == seat]
        assert cell.split()[0] == str(points)
        assert ("of one type" in cell) == (points > len(types)), cell


def places(shown: Moment) -> list[int]:
    """The seats as the end table has them, the first place first."""
    return sorted(range(shown.players), key=lambda seat: shown.view["result"][seat])


def test_what_a_draw_and_a_loot_would_bring_is_said_before_they_are_chosen(stage: Stage) -> None:
    green = taking("green", 3, {"wagons": [["W03", "W05"]], "camp": [["M03"]]})
    shown = moment(at(green), 0, "written")
    stage.show(shown)
    told = stage.page.locator("#actions .told")
    expect(told).to_contain_text("Draw cards. Then: 3 cards are drawn; one of them must be played.")
    expect(told).to_contain_text("Loot goods. Then: Attila loots 3 green goods. On wagons: 2 fit, 1 returns.")


def test_a_drawn_card_that_is_chosen_says_what_it_would_bring(stage: Stage) -> None:
    shown = moment(at(taking("red", 2, {"deck": [[], ["R01", "R02"]]}), "draw"), 0, "written")
    stage.show(shown)
    stage.page.locator('[data-part="drawn:R01"]').click()
    expect(stage.page.locator("#actions .told")).to_have_text("Then: Your points as things stand: 0, then 1.")


def test_while_a_drawn_card_is_chosen_the_camps_of_the_others_stay_in_sight(stage: Stage) -> None:
    page = stage.page
    stage.show(moments()["drawn"])
    cards = page.locator(".hn-drawn button.hn-tile")
    plain = cards.first.evaluate("(one) => getComputedStyle(one).backgroundColor")
    cards.first.click()
    expect(cards.first).to_have_attribute("aria-pressed", "true")
    assert cards.first.evaluate("(one) => getComputedStyle(one).backgroundColor") != plain
    over = page.locator(".hn-drawn").bounding_box()
    camps = [one.bounding_box() for one in page.locator(".hn-rival").all()]
    assert over
    assert camps
    assert [box for box in camps if not box or box["y"] + box["height"] > over["y"]] == []


def test_a_drawn_card_is_chosen_with_one_tap_and_played_with_the_second(stage: Stage) -> None:
    shown = moments()["drawn"]
    stage.show(shown)
    cards = stage.page.locator(".hn-drawn button.hn-tile")
    expect(cards).to_have_count(len(shown.legal))
    chosen = shown.legal[-1]
    card = stage.page.locator(f'[data-part="{chosen["parts"][0]}"]')
    expect(card.locator(".hn-effect")).not_to_be_empty()
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    assert stage.sent == []
    card.click()
    assert stage.played() == chosen["id"]


def test_a_good_is_loaded_by_tapping_a_space(stage: Stage) -> None:
    shown = moments()["place"]
    stage.show(shown)
    load = find(lambda action: action["kind"] == "load", shown.legal)
    stage.page.locator(f'.hn-home [data-part="{" ".join(load["parts"])}"]').first.click()
    assert stage.played() == load["id"]


def test_a_good_is_dragged_onto_a_wagon(stage: Stage) -> None:
    shown = moments()["place"]
    stage.show(shown)
    load = find(lambda action: action["kind"] == "load", shown.legal)
    good, slot = load["parts"]
    stage.page.locator(f'.hn-in-hand [data-part="{good}"]').drag_to(stage.page.locator(f'[data-drop="{slot}"]'))
    assert stage.played() == load["id"]


def test_a_good_is_taken_from_another_camp_by_tapping_it(stage: Stage) -> None:
    shown = moments()["sweep"]
    stage.show(shown)
    take = shown.legal[0]
    stage.page.locator(f'.hn-picks [data-part="{" ".join(take["parts"])}"]').first.click()
    assert stage.played() == take["id"]


def test_a_swap_names_both_wagons_and_is_confirmed(stage: Stage) -> None:
    shown = moments()["swap"]
    stage.show(shown)
    swap = shown.legal[0]
    for part in swap["parts"]:
        stage.page.locator(f'[data-part="{part}"]').click(position={"x": 6, "y": 6})
    assert stage.sent == []
    stage.page.locator(".offers .main").click()
    assert stage.played() == swap["id"]


@pytest.mark.parametrize(
    ("asks", "where"),
    [("take", ".hn-pile"), ("levy", ".hn-picks"), ("bribed", ".hn-picks"), ("send_effects", ".hn-picks")],
)
def test_what_is_chosen_is_chosen_where_it_lies_and_nowhere_else(stage: Stage, asks: str, where: str) -> None:
    shown = moments()[asks]
    good = shown.legal[0]
    stage.show(shown)
    expect(stage.page.locator(".offers button")).to_have_count(0)
    stage.page.locator(f'{where}[data-part="{good["parts"][0]}"], {where} [data-part="{good["parts"][0]}"]').click()
    if good["irreversible"] or good["kind"] == "use":
        stage.page.locator(".offers .main").click()
    assert stage.played() == good["id"]


def test_a_wagon_is_chosen_and_then_confirmed(stage: Stage) -> None:
    shown = moments()["new_wagon"]
    stage.show(shown)
    wagon = shown.legal[0]
    stage.page.locator(f'[data-part="{wagon["parts"][0]}"]').click()
    assert stage.sent == []
    expect(stage.page.locator(".offers .main")).to_contain_text("no undo")
    stage.page.locator(".offers .main").click()
    assert stage.played() == wagon["id"]


def test_the_end_is_told_item_by_item(stage: Stage) -> None:
    shown = moments()["over"]
    stage.show(shown)
    state = shown.view["state"]
    first = shown.view["result"].index(1)
    column = stage.page.locator(".hn-result tbody tr td:nth-child(2) > b")
    told = [int(text.replace("−", "-")) for text in column.all_inner_texts()]
    assert told == [*state["account"][first], sum(state["account"][first])]


def test_a_sum_below_nothing_has_a_minus_sign(stage: Stage) -> None:
    shown = moments()["over"]
    state = {**shown.view["state"], "account": [[1, -1, 0, -8, 0, 0]] * shown.players}
    stage.show(shown._replace(frame={**shown.frame, "view": {**shown.view, "state": state}}))
    expect(stage.page.locator(".hn-result .total b").first).to_have_text("−8")


def test_own_sent_wagons_show_their_types_and_those_of_others_only_their_number(stage: Stage) -> None:
    shown = next(
        one
        for one in moments().values()
        if not one.view["state"]["open"]
        and one.view["state"]["sent_size"][one.view["viewer"]]
        and max(size for seat, size in enumerate(one.view["state"]["sent_size"]) if seat != one.view["viewer"])
    )
    stage.show(shown)
    state, own = shown.view["state"], shown.view["viewer"]
    counts = stage.page.locator(f'[data-anchor="sent:{own}"] .hn-count').all_inner_texts()
    assert sum(map(int, counts)) == state["sent_size"][own]
    for seat in range(state["players"]):
        expect(stage.page.locator(f'[data-anchor="sent:{seat}"] > b')).to_have_text(str(state["sent_size"][seat]))
    assert stage.page.locator(".hn-rivals .hn-type").count() == 0


def test_a_turn_is_begun_with_the_keyboard_alone(page: Page, server: Server) -> None:
    sit_down(page, server, seat=0)
    to_a_die(page)
    page.keyboard.press("b")
    assert page.evaluate("document.activeElement.dataset.part").startswith("die:")
    page.keyboard.press("Enter")
    expect(page.locator('.hn-pile[data-lit="true"]')).to_have_count(1)
    page.keyboard.press("b")
    assert page.evaluate("document.activeElement.dataset.part") == "draw"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.part") == "loot"
    page.keyboard.press("Enter")
    expect(page.locator('.hn-pile[data-part="loot"]')).to_have_count(0)


def test_arrows_go_from_one_lit_thing_to_the_next(stage: Stage) -> None:
    shown = moments()["place"]
    stage.show(shown)
    lit = stage.page.locator('.huns button[data-lit="true"], .hn-home button[data-lit="true"]')
    parts = lit.evaluate_all("(all) => all.map((one) => one.dataset.part)")
    assert len(parts) > 2
    assert stage.page.evaluate("document.querySelector('.hn-home [data-lit=true]') !== null")
    lit.first.focus()
    for key, wanted in (("ArrowRight", parts[1:]), ("ArrowUp", parts[-2::-1])):
        for part in wanted:
            stage.page.keyboard.press(key)
            assert stage.page.evaluate("document.activeElement.dataset.part") == part


def test_the_list_of_keys_has_only_keys_that_do_something(stage: Stage) -> None:
    stage.show(moments()["place"])
    stage.page.keyboard.press("?")
    listed = stage.page.locator("dialog[open] .keys")
    expect(listed).to_contain_text("to the next thing that is lit")
    expect(listed).to_contain_text("to the actions")
    expect(listed).not_to_contain_text("hand")


def test_cards_lie_as_the_record_says(stage: Stage) -> None:
    shown = moments()["over"]
    stage.show(shown)
    state = shown.view["state"]
    for field, lie in (("used", "used"), ("fled", "fled")):
        assert state[field], f"nobody has {field} a card in this game"
        for card in state[field]:
            expect(stage.page.locator(f'[data-anchor="card:{card}"]')).to_have_attribute("data-lie", lie)
    for card in state["full"]:
        over = "over" if card.startswith("C") else "full"
        expect(stage.page.locator(f'[data-anchor="card:{card}"]')).to_have_attribute("data-lie", over)


def test_a_card_that_is_small_opens_its_text_when_it_is_touched_or_has_the_focus(stage: Stage) -> None:
    stage.page.set_viewport_size({"width": 390, "height": 844})
    stage.show(moments()["before_die"])
    for camp in (".hn-rival", ".hn-home"):
        card = stage.page.locator(f"{camp} .hn-tile").first
        expect(card.locator(".hn-effect")).to_be_hidden()
        card.locator(".hn-ground").click()
        text = card.locator(".hn-effect").text_content() or "no text"
        expect(stage.page.locator(".table-page > .card-help .hn-effect")).to_have_text(text)
        stage.page.keyboard.press("Escape")
        expect(stage.page.locator(".table-page > .card-help")).to_have_count(0)
        stage.page.keyboard.press("Tab")
        expect(stage.page.locator(".table-page > .card-help .hn-effect")).not_to_have_text(text)
        stage.page.keyboard.press("Escape")


def test_a_rival_s_name_opens_the_whole_camp(stage: Stage) -> None:
    shown = moments()["before_die"]
    stage.show(shown)
    stage.page.locator(".hn-rival .hn-open").click()
    whole = stage.page.locator("dialog[open]")
    (cards,) = [camp for seat, camp in enumerate(shown.view["state"]["camp"]) if camp and seat != shown.view["viewer"]]
    expect(whole.locator(".hn-tile")).to_have_count(len(cards))
    for text in whole.locator(".hn-effect").all():
        expect(text).to_be_visible()
    stage.page.keyboard.press("Escape")
    expect(whole).to_have_count(0)


def test_decks_and_goods_are_named_with_their_number(stage: Stage) -> None:
    stage.show(moments()["after_die"])
    deck = stage.page.locator('.hn-deck[data-lit="true"]')
    expect(deck).to_have_accessible_name(re.compile(r"^\w+: \d+ cards?, Draw \(no undo\)$"))
    expect(stage.page.locator(".hn-pile[data-lit=true]")).to_have_accessible_name(
        re.compile(r"^\d+ \w+ goods in the reserve")
    )
    shown = moments()["levy"]
    stage.show(shown)
    view = shown.view["state"]
    stash = view["stash"][shown.view["asked"]["rival"]]
    for action in shown.legal:
        colour = action["args"]["colour"]
        count = stash[COLOURS.index(colour)]
        name = f"{count} {colour} good{'s' * (count != 1)}"
        expect(stage.page.locator(f'.hn-picks [data-part="good:{colour}"]')).to_have_accessible_name(name)


@pytest.mark.parametrize("asks", ["sweep", "ambush", "outrider", "encircled"])
def test_goods_on_the_wagons_of_others_are_large_enough_for_a_finger(stage: Stage, asks: str) -> None:
    for width in (1280, 1024, 390, 360):
        stage.page.set_viewport_size({"width": width, "height": 800})
        stage.show(moments()[asks])
        goods = stage.page.locator('.hn-picks .hn-space[data-lit="true"]')
        assert min(goods.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")) >= FINGER, width


@pytest.mark.parametrize("width", [844, 1000, 1024, 1100, 1200, 1280, 1366])
def test_between_phone_and_desk_nothing_is_squeezed(stage: Stage, width: int) -> None:
    stage.page.set_viewport_size({"width": width, "height": 768})
    stage.show(moments()["after_die"])
    assert stage.page.evaluate(SPILT) == []
    for things, least in ((".hn-pile", 36), (".hn-market .hn-wagon", 56)):
        assert min(stage.page.locator(things).evaluate_all("(all) => all.map((one) => one.offsetWidth)")) >= least


def test_a_row_of_offers_fits_as_soon_as_it_is_there(page: Page, server: Server) -> None:
    page.add_init_script("ResizeObserver.prototype.observe = () => {}")  # on a busy machine sizes are told late
    page.set_viewport_size({"width": 1024, "height": 640})
    Stage(page, server, "huns").show(moments()["start_good"].recent)
    assert page.locator(".offers").evaluate("(row) => row.scrollWidth <= row.clientWidth")


def test_axe_finds_nothing(stage: Stage) -> None:
    for asks in ("before_die", "after_die", "drawn", "flee", "place", "new_wagon", "take", "over"):
        stage.show(moments()[asks].recent)
        for look, _ in enumerate(looks(stage.page, ("light", 1280), ("dark", 390))):
            assert violations(stage.page, *(BY_LOOK if look else ())) == [], asks


@pytest.mark.parametrize(("width", "height"), [(360, 800), (390, 844), (844, 390)])
def test_in_a_strip_every_rival_is_told_apart_by_one_whole_name(stage: Stage, width: int, height: int) -> None:
    page = stage.page
    page.set_viewport_size({"width": width, "height": height})
    for asks in ("before_die", "ambush", "merchant"):
        shown = moments()[asks]
        stage.show(shown.recent)
        told = page.evaluate(TOLD_APART)
        assert len(told) == len(set(told)) == shown.players - 1, told
        assert page.locator(".players").bounding_box()["height"] < 40, "in one row"  # type: ignore[index]


def test_a_camp_is_called_by_its_king_as_in_the_log(stage: Stage) -> None:
    shown = moments()["merchant"]
    stage.show(shown)
    kings = ["Attila", "Bleda", "Rua", "Octar"]
    others = [kings[(shown.view["viewer"] + i) % 4] for i in range(1, 4)]
    expect(stage.page.locator(".hn-rival .hn-open")).to_have_text(others)
    stage.page.locator(".hn-rival .hn-open").first.click()
    whole = stage.page.locator("dialog[open] .hn-head")
    expect(whole).to_contain_text(others[0])
    expect(whole).to_contain_text(shown.frame["view"]["seats"][kings.index(others[0])]["name"])


def test_at_the_end_too_cards_have_the_largest_form_in_which_all_are_whole(stage: Stage) -> None:
    stage.show(moments()["over"])  # for all other moments see test_in_sight.py
    for width, height in ((1920, 1080), (1280, 800), (390, 844)):
        stage.page.set_viewport_size({"width": width, "height": height})
        painted(stage.page)
        assert stage.page.evaluate(FAULTS) == [], width

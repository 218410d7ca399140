"""Who people are at a provider, and the browsers that are there, on both stores."""

import asyncio
import time

import pytest

from tests.places import Place
from tests.tables.playing import run
from tests.tables.test_people import SECRET, accounts_in, known, registered
from tianxia.tables.accounts import Linked, Taken, WrongPassword
from tianxia.tables.identities import Errand
from tianxia.tables.store import Person

ISSUER, OTHER = "https://guild.example", "https://club.example"


def test_an_account_that_is_known_elsewhere_only_is_an_account(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, registry):
            people, identities = registry.store.people, registry.store.identities
            guest, _ = await accounts.welcome("Guest 7", "")
            session = await known(accounts, await accounts.register(guest, "Ada", (ISSUER, "u-1"), "Firefox"))
            assert session.person == Person(guest.id, "Ada", account=True)
            assert await identities.find(ISSUER, "u-1") == session.person
            assert await identities.find(OTHER, "u-1") is None
            assert not await accounts.has_password(session.person)
            assert await people.prune(time.time() + 60, 0) == 0, "it is no guest who may be forgotten"
            for password in ("", SECRET):
                with pytest.raises(WrongPassword):
                    await accounts.log_in("Ada", password, "")
            with pytest.raises(Taken):
                await accounts.register(None, "ADA", SECRET, "")
            with pytest.raises(Linked):
                await accounts.register(None, "Bea", (ISSUER, "u-1"), "")
            assert not await accounts.is_taken("Bea"), "nothing of it is kept"
            assert await people.claim(session.person.id, await registered(accounts, "Cid")) == []
            assert await identities.find(ISSUER, "u-1") == session.person

    run(test)


def test_only_who_has_a_password_is_unlinked_and_who_leaves_is_forgotten(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, registry):
            identities = registry.store.identities
            ada = (await known(accounts, await accounts.register(None, "Ada", (ISSUER, "u-1"), ""))).person
            await accounts.link(ada, OTHER, "u-1")
            assert await identities.issuers_of(ada.id) == {ISSUER, OTHER}
            with pytest.raises(Linked):
                await accounts.link(ada, OTHER, "u-2")
            assert not await identities.unlink(ada.id, ISSUER)
            await accounts.change_password(ada, SECRET, "")
            assert await identities.unlink(ada.id, ISSUER)
            assert await identities.issuers_of(ada.id) == {OTHER}
            await accounts.delete(ada, "en")
            assert await identities.find(OTHER, "u-1") is None
            await accounts.register(None, "Ada", (OTHER, "u-1"), "")

    run(test)


def test_an_errand_is_met_once_whoever_hears_of_it(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (_, registry):
            identities = registry.store.identities
            errand = Errand(issuer=ISSUER, nonce="n", verifier="v", person="ada")
            await identities.send("state", errand)
            assert await identities.errand("state") == errand
            met = await asyncio.gather(*(identities.meet("state") for _ in range(4)))
            assert sorted(met, key=str) == sorted([errand, None, None, None], key=str)
            assert await identities.errand("state") is None

    run(test)

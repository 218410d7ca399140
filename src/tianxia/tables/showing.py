"""What a table shows: to whom, as which seat, now or as it stood, and how far behind."""

import msgspec

from tianxia.engine import i18n
from tianxia.tables import consent, lessons, views
from tianxia.tables.client_state import ClientState
from tianxia.tables.frames import ErrorFrame, Full, Look, Looked, ServerFrame, Step, Why
from tianxia.tables.hints import may_hint
from tianxia.tables.history import History
from tianxia.tables.incidents import sat_then
from tianxia.tables.refused import Refused
from tianxia.tables.rows import seats_of
from tianxia.tables.streams import Viewer
from tianxia.tables.subscriber import Subscriber
from tianxia.tables.table_view import TableView
from tianxia.tables.time_outs import TimeOuts

NO_SEAT = "none"
"""Wish of a screen that is passed around for what everybody may see."""


OF_THE_POSITION = ("to_act", "asked", "state", "prompt", "result", "scores", "resigned", "away", "ended", "settled")
"""What a view has of the moment that is looked at, and not of the table."""


class Showing(TimeOuts):
    """A table as far as it is looked at."""

    def seat_of(self, guest: str | None, wish: str | None = None, lang: str = i18n.DEFAULT) -> Viewer:
        """The seat as which a guest sees the table; None for everybody else, who may only look on.

        Of several seats it is the one that it wishes, else the first that is asked; who wishes none looks on. Raises
        ``Refused`` for a seat that is not the guest's own.
        """
        if wish == NO_SEAT:
            return None
        own = self.seats_of(guest)
        if wish is not None:
            if wish not in map(str, own):
                raise Refused("foreign", i18n.translator(lang).gettext("This seat is not yours."))
            return int(wish)
        return next((seat for seat in (*self.history.to_act, *own) if seat in own), None)

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """The seats of a guest."""
        return seats_of(self.history.seats, guest)

    def is_late(self, subscriber: Subscriber) -> bool:
        """Somebody looks on, and is to see everything only after a while."""
        return self.behind is not None and not self._plays(subscriber)

    def is_over_for(self, subscriber: Subscriber) -> bool:
        """Whether the game is over, as far as somebody who looks at it knows."""
        return self._history(self.is_late(subscriber)).over

    def _history(self, late: bool) -> History:
        return self.behind.history if late and self.behind is not None else self.history

    def moment(self, viewer: Viewer, *, late: bool = False) -> tuple[int, int]:
        """Changes whenever there is something new to show to a viewer."""
        return self._history(late).streams[viewer].number, self.presence

    def view(self, viewer: Viewer, lang: str, *, late: bool = False) -> TableView:
        """The table as a viewer may see it now; ``late`` as who looks on some time behind does."""
        return self._public(lang, late=late) if viewer is None else self._own(viewer, lang, late=late)

    def _public(self, lang: str, *, late: bool) -> TableView:
        history, kept, key = self._history(late), self.kept, (None, lang, late)
        elsewhere = self._peers.elsewhere(self.setup.id).guests
        of = history.rows, self.presence, elsewhere, self.paused, self.autoplay.pressure
        if (shown := kept.views.get(key)) is None or shown[0] != of:
            paused, view = self._pause_reason(lang), kept.public.get((lang, late))
            if view is not None and view.paused != paused:
                kept.outdate()
                view = None
            if view is None or view.number != history.streams[None].number:
                look = kept.looks[None, late] = views.look_of(history, None, kept.looks.get((None, late)))
                view = views.public_view(self.setup, history, lang, look, paused=paused)
                kept.public[lang, late] = view
            shown = kept.views[key] = of, self._as_it_is(view, history, lang, late=late)
        return shown[1]

    def _own(self, seat: int, lang: str, *, late: bool) -> TableView:
        history, kept, key = self._history(late), self.kept, (seat, lang, late)
        public = self._public(lang, late=late)
        own = kept.own.get(key)
        if own is None or own["number"] != history.streams[seat].number:
            look = views.look_of(history, seat, kept.looks.get((seat, late)), kept.looks[None, late])
            own = kept.own[key] = views.own_parts(public, self.setup, history, seat, lang, look)
            kept.looks[seat, late] = look
        of = history.rows, self.paused, public, own
        shown = kept.views.get(key)
        if shown is None or shown[0] != of:
            may_offer = [] if self.paused else consent.may_offer(history, self.setup, seat)
            view = msgspec.structs.replace(
                public,
                **{**own, "undo_reason": views.with_consent(own["undo_reason"], may_offer, lang)},
                incidents=views.incident_views(history, seat, lang),
                offer=consent.offer_view(history.now, seat, [one.name for one in public.seats], lang),
                may_offer=may_offer,
                hints=not late and may_hint(history, self.setup),
            )
            shown = kept.views[key] = of, view
        return shown[1]

    def _as_it_is(self, view: TableView, history: History, lang: str, *, late: bool) -> TableView:
        """What everybody sees, with what changes without a step: who is here, time, offers."""
        sitting, here = history.seats, self.here
        connected = {number for number, seat in enumerate(sitting) if late or seat.guest in here}
        seats = views.seat_views(sitting, connected, history.to_act, lang)
        return msgspec.structs.replace(
            view,
            seats=seats,
            clocks=views.clocks_view(clocks, lang) if (clocks := history.now.clocks) else None,
            incidents=views.incident_views(history, None, lang),
            hurried="" if late else views.hurry_in_words(self.autoplay.pressure, lang),
            offer=consent.offer_view(history.now, None, [seat.name for seat in seats], lang),
            ratings=list(self.changes) if self.changes is not None and history.over else None,
            ratings_wait=history.over and self.setup.terms.rated and self.behind is not None and self.changes is None,
            onlookers=self.onlookers,
            rematch=rematch.seat if (rematch := history.now.rematch) else None,
        )

    def since(self, viewer: Viewer, lang: str, last: int, client: ClientState, *, late: bool = False) -> ServerFrame:
        """The gap since a viewer's number, for a connection that was told so much; everything if that number is unknown or
        an undo lies in between."""
        history = self._history(late)
        stream = history.streams[viewer]
        view = self.view(viewer, lang, late=late)
        known = last if stream.reset <= last <= stream.number else None
        if viewer is None:
            return self._for_all(client, view, lang, known, late=late)
        return self._frame(client, view, history, lang, known)

    def _for_all(
        self, client: ClientState, view: TableView, lang: str, known: int | None, *, late: bool
    ) -> Full | Step:
        """For one of many who look on: the very frame that the one before got, where both had the same view, or none."""
        gap = known, view, None if known is None else client.view
        kept = self.kept.frames.get((lang, late, known is None))
        if kept is None or kept[0] != gap:
            frame = self._frame(client, view, self._history(late), lang, known)
            kept = self.kept.frames[lang, late, known is None] = gap, frame
        client.view = view
        return kept[1]

    def _frame(
        self, client: ClientState, view: TableView, history: History, lang: str, known: int | None
    ) -> Full | Step:
        if known is None:
            return client.full(view, history.events(view.viewer, 0, lang))
        return client.step(view, history.events(view.viewer, known, lang), self.kept.news)

    def _show_presence(self) -> None:
        """Forgets what was made for those who have gone, too."""
        self.kept.limit({(one.viewer, one.lang, self.is_late(one)) for one in self.subscribers})
        super()._show_presence()

    def look(self, subscriber: Subscriber, asked: Look) -> Looked | ErrorFrame:
        """How the table stood for somebody when so many events had happened, and who played then; who is connected, and what
        is called what, is as it is now. Who was turned away sees nothing."""
        if subscriber.turned_away:
            told = i18n.translator(subscriber.lang).gettext("This table is closed to onlookers.")
            return ErrorFrame(asked.id, "foreign", told)
        viewer, lang, late = subscriber.viewer, subscriber.lang, self.is_late(subscriber)
        history = self._history(late)
        events = min(asked.events, history.streams[viewer].events)
        then = views.table_view(self.setup, history.back_after(events), viewer, lang)
        now, sitting = self.view(viewer, lang, late=late), history.seats
        if events < history.streams[viewer].events:
            sitting = sat_then(history.incidents, sitting, viewer, events)
        connected = {seat for seat, one in enumerate(now.seats) if one.connected}
        view = msgspec.structs.replace(
            now,
            number=history.number_at(viewer, events),
            seats=views.seat_views(sitting, connected, then.to_act, lang),
            **{name: getattr(then, name) for name in OF_THE_POSITION},
            legal=[],
            can_undo=False,
            undo_reason="",
            waiting=True,
            offer=None,
            may_offer=[],
            hints=False,
        )
        return Looked(asked.id, events, view)

    def why(self, viewer: Viewer, asked: Why, lang: str) -> str:
        """What tapped parts do, or why they or a button make no legal action; empty if they can."""
        if viewer is None:
            return i18n.translator(lang).gettext("You are looking on; only the players of this table can act.")
        if self.paused:
            return self._pause_reason(lang)
        if told := lessons.astray(self.setup, self.history, viewer, asked, lang):
            return told
        if asked.kind is not None:
            return views.why_no(self.history, viewer, asked.kind, lang)
        return views.answer(self.history, viewer, asked.parts, lang, asked.action)

"""One look at a deal: the View, the Scene around it, a language, the card emojis and the wishes of its reader."""

from dataclasses import dataclass, field

from bot.preferences import DEFAULT, Preferences
from bot.texts import Texts
from cogs.ui.cards import NO_EMOJIS, Emojis, sorted_by_suit, sorted_hand
from cogs.ui.ids import ActionId, ChoiceId, ChoiceVerb, TableId, TableVerb
from cogs.ui.people import People
from cogs.ui.scene import Scene
from game.actions import Action
from game.cards import Card
from game.view import View


@dataclass(frozen=True, slots=True)
class Look:
    scene: Scene
    view: View
    texts: Texts
    emojis: Emojis = field(default_factory=lambda: NO_EMOJIS)
    preferences: Preferences = DEFAULT

    @property
    def people(self) -> People:
        return People(self.scene, self.texts)

    @property
    def own_cards(self) -> tuple[Card, ...]:
        """The hand of the view's seat, in the order its person prefers."""
        if self.preferences.sorting == "suits":
            return sorted_by_suit(self.view.hand)
        return sorted_hand(self.view.hand, self.view.game)

    def act(self, action: Action) -> ActionId:
        return ActionId(self.scene.deal_id, action)

    def choose(self, verb: ChoiceVerb, selection: str = "") -> ChoiceId:
        return ChoiceId(self.scene.deal_id, verb, selection)

    @property
    def next_deal(self) -> TableId:
        """The button that deals the deal after the one on show, and no other however late it is pressed."""
        return self.at_table("next", str(self.scene.number + 1))

    def at_table(self, verb: TableVerb, argument: str = "") -> TableId:
        return TableId(self.scene.table, verb, argument)

"""One look at a deal: the View, the Scene around it, a language and the card emojis, handed on as one value."""

from dataclasses import dataclass, field

from bot.texts import Texts
from cogs.ui.cards import NO_EMOJIS, Emojis
from cogs.ui.ids import ActionId, ChoiceId, ChoiceVerb, TableId, TableVerb
from cogs.ui.people import People
from cogs.ui.scene import Scene
from game.actions import Action
from game.view import View


@dataclass(frozen=True, slots=True)
class Look:
    scene: Scene
    view: View
    texts: Texts
    emojis: Emojis = field(default_factory=lambda: NO_EMOJIS)

    @property
    def people(self) -> People:
        return People(self.scene, self.texts)

    def act(self, action: Action) -> ActionId:
        return ActionId(self.scene.deal_id, action)

    def choose(self, verb: ChoiceVerb, selection: str = "") -> ChoiceId:
        return ChoiceId(self.scene.deal_id, verb, selection)

    def at_table(self, verb: TableVerb, argument: str = "") -> TableId:
        return TableId(self.scene.table, verb, argument)

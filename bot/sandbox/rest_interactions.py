"""The bot's answers to interactions: the callback, then follow-ups by the interaction's token.

Invariant: the visibility of an answer is fixed by the response that created it, whatever comes later says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox import compose
from bot.sandbox.errors import ApiError, Problems, Refusal, form_error
from bot.sandbox.form import Form
from bot.sandbox.interactions import COMMAND, COMPONENT, MODAL_SUBMIT, loading_fields, metadata_of
from bot.sandbox.limits import FREE, Limit
from bot.sandbox.mentions import INTERACTION_DEFAULT
from bot.sandbox.modals import check_modal
from bot.sandbox.routing import Call, Reply, Router, Upload
from bot.sandbox.shapes import is_number, is_object, items_of

if TYPE_CHECKING:
    from bot.sandbox.interactions import Interaction, Interactions
    from bot.sandbox.model import Message
    from bot.sandbox.postings import Postings
    from bot.sandbox.shapes import Json

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
CREATE_FLAGS = compose.EPHEMERAL | compose.SUPPRESS_EMBEDS | compose.SUPPRESS_NOTIFICATIONS | compose.COMPONENTS_V2
EDIT_FLAGS = compose.SUPPRESS_EMBEDS | compose.COMPONENTS_V2
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
FOLLOWUP_LIMIT = Limit(5, 2.0)


class InteractionRoutes:
    def __init__(self, interactions: Interactions, postings: Postings) -> None:
        self.interactions = interactions
        self.postings = postings
        self.world = postings.world

    def register(self, router: Router) -> None:
        callback = "/interactions/{interaction_id}/{webhook_token}/callback"
        router.add("POST", callback, self.callback, FREE, needs_token=False)
        for method, path, handler in (
            ("POST", WEBHOOK, self.follow_up),
            ("GET", WEBHOOK + "/messages/@original", self.read),
            ("PATCH", WEBHOOK + "/messages/@original", self.edit),
            ("DELETE", WEBHOOK + "/messages/@original", self.delete),
            ("GET", WEBHOOK + "/messages/{message_id}", self.read),
            ("PATCH", WEBHOOK + "/messages/{message_id}", self.edit),
            ("DELETE", WEBHOOK + "/messages/{message_id}", self.delete),
        ):
            # All of a token's follow-ups share one bucket, which also has one name.
            router.add(method, path, handler, FOLLOWUP_LIMIT, bucket="webhook", needs_token=False)

    async def callback(self, call: Call) -> Reply:
        interaction = self.interactions.for_callback(call.id("interaction_id"), call.params["webhook_token"])
        body = call.form
        problems = Problems()
        form = Form(body, problems)
        kind = form.one_of("type", range(1, 13), "1, 4, 5, 6, 7, 8, 9, 10, 12", required=True) or 0
        problems.finish()
        self._check_kind(interaction, kind)
        data: Json = body.get("data") or {}
        match kind:
            case 4:
                self._answer(interaction, data, call.uploads)
            case 5:
                self._defer(interaction, data)
            case 6:
                interaction.original = interaction.message
            case 7:
                self._update(interaction, data, call.uploads)
            case 8:
                interaction.show(interaction, {"choices": self._choices(interaction, data)})
            case 9:
                modal = check_modal(data, problems, {str(emoji) for emoji in self.world.emojis})
                problems.finish()
                interaction.show(interaction, modal)
            case _:
                raise form_error(("type",), "INTERACTION_CALLBACK_TYPE", "This response is not allowed here")
        self.interactions.acknowledge(interaction, kind)

        def delivered() -> None:
            self.interactions.answered(interaction)

        if call.flag("with_response"):
            return Reply(200, self._callback_body(interaction, kind), delivered)
        return Reply(204, None, delivered)

    def _check_kind(self, interaction: Interaction, kind: int) -> None:
        """A response type that this kind of interaction does not take is refused."""
        wanted: frozenset[int]
        match interaction.kind:
            case 2:
                wanted = frozenset({MESSAGE, DEFER, MODAL})
            case 4:
                wanted = frozenset({CHOICES})
            case 5 if interaction.message is None:
                wanted = frozenset({MESSAGE, DEFER})
            case 5:
                wanted = frozenset({MESSAGE, DEFER, DEFER_UPDATE, UPDATE})
            case _:
                wanted = frozenset({MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL})
        if kind not in wanted:
            shown = ", ".join(map(str, sorted(wanted)))
            raise form_error(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{shown}}}.")

    def _answer(self, interaction: Interaction, data: Json, uploads: list[Upload]) -> None:
        interaction.original = self._post(interaction, data, uploads, ("data",))

    def _defer(self, interaction: Interaction, data: Json) -> None:
        problems = Problems()
        given = Form(data, problems, ("data",)).integer("flags", 0, 2**31 - 1) or 0
        problems.finish()
        ephemeral = given & compose.EPHEMERAL
        draft = compose.Draft(loading_fields(compose.LOADING | ephemeral), {}, False, False)
        interaction.ephemeral_defer = bool(ephemeral)
        interaction.original = self._store(interaction, self.world.clock.new_id(), draft, ephemeral=bool(ephemeral))

    def _update(self, interaction: Interaction, data: Json, uploads: list[Upload]) -> None:
        message = self._current(interaction.message)
        self._edit(interaction, message, data, uploads, ("data",))
        interaction.original = message

    def _choices(self, interaction: Interaction, data: Json) -> list[Json]:
        problems = Problems()
        form = Form(data, problems, ("data",))
        choices: list[Json] = []
        focused = focused_option(interaction.data.get("options", []))
        numeric = focused.get("type") in (4, 10)
        for index, item in enumerate(form.items("choices", 0, 25) or []):
            choice = form.inner(item, "choices", index)
            if choice is None:
                continue
            choice.text("name", 1, 100, required=True)
            value = choice.fields.get("value")
            if numeric and not is_number(value):
                problems.kind((*choice.path, "value"), "number")
            elif not numeric:
                choice.text("value", 1, 100, required=True)
            choices.append(choice.fields)
        problems.finish()
        return choices

    def _callback_body(self, interaction: Interaction, kind: int) -> Json:
        told: Json = {"id": str(interaction.id), "type": interaction.kind}
        body: Json = {"interaction": told}
        if interaction.original is not None and kind in (MESSAGE, DEFER, DEFER_UPDATE, UPDATE):
            original = interaction.original
            told |= {
                "response_message_id": str(original.id),
                "response_message_loading": bool(original.payload["flags"] & compose.LOADING),
                "response_message_ephemeral": original.ephemeral_to is not None,
            }
            resource: Json = {"type": kind}
            if kind in (MESSAGE, UPDATE):
                resource["message"] = original.payload
            body["resource"] = resource
        return body

    # Follow-ups

    def _interaction(self, call: Call) -> Interaction:
        return self.interactions.for_webhook(call.id("webhook_id"), call.params["webhook_token"])

    async def follow_up(self, call: Call) -> Reply:
        interaction = self._interaction(call)
        body = call.form
        if interaction.ephemeral_defer is not None and interaction.original is not None:
            # The first follow-up after a defer becomes the deferred answer, with the defer's visibility.
            message = self._current(interaction.original)
            fields: Json = {key: value for key, value in body.items() if key != "flags"}
            flags = body.get("flags")
            if isinstance(flags, int):
                fields["flags"] = flags & ~compose.EPHEMERAL
            self._edit(interaction, message, fields, call.uploads)
        else:
            message = self._post(interaction, body, call.uploads)
            interaction.followups.append(message)
        if call.query.get("wait", "true").lower() in ("0", "false"):
            return Reply(204)
        return Reply(200, message.payload)

    async def read(self, call: Call) -> Reply:
        return Reply(200, self._target(call).payload)

    async def edit(self, call: Call) -> Reply:
        interaction = self._interaction(call)
        message = self._target(call)
        self._edit(interaction, message, call.form, call.uploads)
        return Reply(200, message.payload)

    async def delete(self, call: Call) -> Reply:
        message = self._target(call)
        self.postings.delete(message)
        return Reply(204)

    def _target(self, call: Call) -> Message:
        """The message a follow-up route names, among those of the interaction. Raises ApiError 10008."""
        interaction = self._interaction(call)
        if "message_id" not in call.params:
            return self._current(interaction.original)
        wanted = call.id("message_id")
        own = [m for m in (interaction.original, interaction.message, *interaction.followups) if m is not None]
        return self._current(next((m for m in own if m.id == wanted), None))

    def _current(self, message: Message | None) -> Message:
        if message is None:
            raise ApiError(Refusal.UNKNOWN_MESSAGE)
        channel = self.world.channels.get(message.channel_id)
        if channel is None:
            raise ApiError(Refusal.UNKNOWN_CHANNEL)
        if channel.messages.get(message.id) is not message:
            raise ApiError(Refusal.UNKNOWN_MESSAGE)
        return message

    def _post(self, interaction: Interaction, body: Json, uploads: list[Upload], path: tuple[str, ...] = ()) -> Message:
        if interaction.channel.id not in self.world.channels:
            raise ApiError(Refusal.UNKNOWN_CHANNEL)
        message_id = self.world.clock.new_id()
        draft = self._compose(interaction, body, uploads, message_id, None, CREATE_FLAGS, path)
        ephemeral = bool(draft.fields["flags"] & compose.EPHEMERAL)
        return self._store(interaction, message_id, draft, ephemeral=ephemeral)

    def _store(self, interaction: Interaction, message_id: int, draft: compose.Draft, *, ephemeral: bool) -> Message:
        extra: Json = {
            "application_id": str(self.world.app_id),
            "webhook_id": str(self.world.app_id),
            "interaction_metadata": metadata_of(self.world, interaction),
        }
        if interaction.kind == COMMAND:
            extra["type"] = 20
            extra["interaction"] = {
                "id": str(interaction.id),
                "type": COMMAND,
                "name": " ".join(command_path(interaction.data)),
                "user": self.world.users[interaction.user_id].payload(),
            }
        if interaction.original is not None and interaction.original is not interaction.message:
            extra["interaction_metadata"]["original_response_message_id"] = str(interaction.original.id)
        if interaction.kind in (COMPONENT, MODAL_SUBMIT) and interaction.message is not None:
            extra["type"] = 19
            extra["message_reference"] = {
                "type": 0,
                "channel_id": str(interaction.channel.id),
                "message_id": str(interaction.message.id),
            }
        return self.postings.post(
            interaction.channel,
            self.world.bot.id,
            message_id,
            draft,
            ephemeral_to=interaction.user_id if ephemeral else None,
            extra=extra,
        )

    def _edit(
        self,
        interaction: Interaction,
        message: Message,
        body: Json,
        uploads: list[Upload],
        path: tuple[str, ...] = (),
    ) -> None:
        fills = bool(message.payload["flags"] & compose.LOADING)
        settable = EDIT_FLAGS | compose.SUPPRESS_NOTIFICATIONS if fills else EDIT_FLAGS
        draft = self._compose(interaction, body, uploads, message.id, message, settable, path)
        draft.fields["flags"] &= ~compose.LOADING
        interaction.ephemeral_defer = None
        self.postings.edit(message, draft, fills_loading=fills)

    def _compose(
        self,
        interaction: Interaction,
        body: Json,
        uploads: list[Upload],
        message_id: int,
        existing: Message | None,
        settable: int,
        path: tuple[str, ...],
    ) -> compose.Draft:
        try:
            return compose.compose(
                self.world,
                body,
                uploads,
                channel=interaction.channel,
                message_id=message_id,
                author_id=self.world.bot.id,
                existing=existing,
                settable_flags=settable,
                default_mentions=INTERACTION_DEFAULT,
            )
        except ApiError as error:
            if path and "errors" in error.body:
                error.body["errors"] = {path[0]: error.body["errors"]}
            raise


def command_path(data: Json) -> list[str]:
    """The names of command, group and subcommand."""
    names = [data["name"]]
    for option in items_of(data, "options"):
        if option["type"] in (1, 2):
            names += command_path(option)
    return names


def focused_option(options: list[Any]) -> Json:
    """The option a person is typing in, however deep; empty when there is none."""
    for option in options:
        if not is_object(option):
            continue
        if option.get("focused"):
            return option
        found = focused_option(option.get("options") or [])
        if found:
            return found
    return {}

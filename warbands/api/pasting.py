"""Lists of members as people write them: read one, make a warband from it, or add its members to one."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from common.api.bodies import Body, BoundedJSONParser, matched_version, read_body
from common.limits import WorkLimit
from common.openapi import BODY_ERRORS, FULL, PRIVATE_ERRORS, REFUSED, Document, operation
from common.refusal import Refusal
from rules.alignment import ALIGNMENT_CODES
from rules.building.changes import Change
from rules.building.draft import MAX_LIMIT, Draft
from rules.building.enlisting import MembersEnlist
from rules.building.warband import USUAL_LIMIT, AlignmentChoose, LimitSet, PlayModeChoose, WarbandRename
from rules.errors import ChangeRefused
from rules.legality.resolved import Rulebook
from rules.lengths import MAX_NAME
from rules.roster import Roster
from rules.roster.written import MAX_TEXT, WrittenList
from rules.tables.play_modes import BY_ROSTER_KEY, ROSTER_KEYS
from warbands.api.documents import RosterMemberSerializer, WarbandSerializer
from warbands.api.warbands import PUT_ERRORS, WarbandAPIView
from warbands.selectors.legality import rulebook_of
from warbands.selectors.pasted import PastedList, pasted_read
from warbands.services.drafts import draft_change
from warbands.services.warbands import warband_create

UNNAMED = "Pasted warband"
MAX_ANSWERS = 100
MAX_ANSWER = 200


class OfferedAnswerSerializer(Document):
    """A possible meaning."""

    value = serializers.CharField(help_text="The value to send in `meant`.")
    label = serializers.CharField()  # type: ignore[assignment] # a field of that name


class ListQuestionSerializer(Document):
    """Words of a list that match no name."""

    line = serializers.IntegerField(source="place", help_text="Their line, from 1.")
    words = serializers.CharField()
    offered = OfferedAnswerSerializer(many=True)


class MemberListSerializer(Document):
    """The contents of a list of members."""

    name = serializers.CharField(
        source="written.name", allow_blank=True, help_text="From the heading of the list, if it has one."
    )
    play_mode = serializers.ChoiceField(ROSTER_KEYS, source="written.play_mode", allow_null=True)
    points_limit = serializers.IntegerField(source="written.points_limit", allow_null=True)
    alignment = serializers.ChoiceField(ALIGNMENT_CODES, source="written.alignment", allow_null=True)
    members = RosterMemberSerializer(
        many=True, help_text="For a `members-enlist` change. The ids are unique only in this list."
    )
    questions = ListQuestionSerializer(many=True, help_text="Questions to answer in `meant`, by their words.")
    left_out = serializers.ListField(
        source="written.left_out", child=serializers.CharField(), help_text="Headings whose lines Muster skips."
    )
    fault = serializers.CharField(allow_blank=True, help_text="A problem of the whole list, or empty.")


class MemberTextBody(Body):
    """A list of members as people write it."""

    text = serializers.CharField(max_length=MAX_TEXT, help_text="A member a line: “2 boars, holy water”.")
    meant = serializers.DictField(
        child=serializers.CharField(max_length=MAX_ANSWER),
        required=False,
        help_text="Answers to earlier questions: for each of the words in question, the chosen `value`.",
    )

    def validate_meant(self, given: dict[str, str]) -> dict[str, str]:
        """Return the answers, at most as many as a page sends."""
        if len(given) > MAX_ANSWERS or any(len(words) > MAX_ANSWER for words in given):
            raise serializers.ValidationError(
                f"At most {MAX_ANSWERS} answers, each to at most {MAX_ANSWER} characters of text."
            )
        return given


class PastedWarbandBody(MemberTextBody):
    """A list of members, and the warband's values unless the head of the list has them."""

    name = serializers.CharField(max_length=MAX_NAME, required=False, allow_blank=True)
    play_mode = serializers.ChoiceField(ROSTER_KEYS, default="unlimited")
    points_limit = serializers.IntegerField(min_value=1, max_value=MAX_LIMIT, default=USUAL_LIMIT)
    alignment = serializers.ChoiceField(ALIGNMENT_CODES, required=False, allow_null=True)


class PastingAPIView(WarbandAPIView):
    parser_classes = (BoundedJSONParser,)
    limit = WorkLimit("imports")

    def read(self, given: dict[str, Any]) -> PastedList:
        """Return the contents of a list. Five queries, plus three for cards that are not yet loaded."""
        return pasted_read(given["text"], given.get("meant", {}), self.owner)

    def whole(self, given: dict[str, Any]) -> PastedList:
        """Return the contents of a list without open questions; 422 with the questions for any other."""
        pasted = self.read(given)
        if pasted.fault:
            raise Refusal(pasted.fault, code="list.invalid")
        if pasted.questions:
            unknown = [f"Line {question.place}: nothing matches “{question.words}”." for question in pasted.questions]
            message = "Some words on the list match nothing. Have the list read first, then send the meanings."
            raise Refusal(message, unknown, code="list.invalid")
        return pasted


class MemberListReadView(PastingAPIView):
    only_reads = True

    @operation("warbands_list_read", MemberListSerializer, {**PRIVATE_ERRORS, **BODY_ERRORS}, body=MemberTextBody)
    def post(self, request: Request) -> Response:
        """Read a list of members.

        Finds the members of a list as people write it, and asks about unknown words.
        """
        given = read_body(MemberTextBody, request.data)
        return Response(MemberListSerializer(self.read(given)).data)


class WarbandPasteView(PastingAPIView):
    @operation(
        "warbands_paste",
        WarbandSerializer,
        {**PRIVATE_ERRORS, **BODY_ERRORS, 409: FULL, 422: REFUSED},
        body=PastedWarbandBody,
        status=201,
    )
    @once
    def post(self, request: Request) -> Response:
        """Make a warband from a list.

        The head of the list overrides the fields, except the name.
        """
        given = read_body(PastedWarbandBody, request.data)
        pasted = self.whole(given)
        change = MembersEnlist(pasted.members)
        rulebook = rulebook_of((), creatures=change.creatures, items=change.items)
        try:
            draft = change.apply(_draft_without_members(given, pasted.written), rulebook)
        except ChangeRefused as refused:
            raise Refusal(refused.message, code="change.invalid") from refused
        made = warband_create(owner=self.owner, draft=draft, words="Pasted the warband")
        return self.answer(request, self.open(made.key), status_code=status.HTTP_201_CREATED)


class MembersPasteView(PastingAPIView):
    @operation("warbands_paste_into", WarbandSerializer, {**PUT_ERRORS, **BODY_ERRORS, 409: FULL}, body=MemberTextBody)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Add a list's members.

        As one step. A list with open questions is refused as a whole.
        """
        # Members that join leave all others alone, so that they may join the warband as it stands now.
        version = matched_version(request, self.open(key).warband.version, required=False)
        given = read_body(MemberTextBody, request.data)
        change = MembersEnlist(self.whole(given).members)
        edit = draft_change(
            owner=self.owner, key=key, version=version, change=change, recorder=self.recorder, places=self.places
        )
        return self.answer(request, edit.open_warband, rulebook=edit.rulebook, done=edit.description)


def _draft_without_members(given: dict[str, Any], written: WrittenList) -> Draft:
    """Return the new warband from the list's head, with the fields for what the head omits."""
    mode, limit, alignment = given["play_mode"], given["points_limit"], given.get("alignment")
    if written.play_mode:
        mode, limit, alignment = written.play_mode, written.points_limit, written.alignment
    name = given.get("name", "").strip() or written.name or UNNAMED
    changes: list[Change] = [WarbandRename(name), PlayModeChoose(mode), AlignmentChoose(alignment)]
    if BY_ROSTER_KEY[mode].points_limit and limit is not None:
        changes.append(LimitSet(limit))
    draft = Draft(Roster())
    for change in changes:
        draft = change.apply(draft, Rulebook.of())
    return draft

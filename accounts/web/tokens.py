"""The page of an account's tokens: make one, see it once, and revoke it."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import ApiToken, Scope, User
from accounts.models.tokens import MAX_TOKEN_NAME
from accounts.services.tokens import LONGEST_DAYS, token_make, token_revoke
from common.refusal import Refusal

USUAL_DAYS = 90


class TokenForm(forms.Form):
    """The name, scopes and lifetime of a new token."""

    name = forms.CharField(
        max_length=MAX_TOKEN_NAME,
        label="Name",
        help_text="The program that will use the token, such as “Club website”.",
    )
    scopes = forms.MultipleChoiceField(
        choices=Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        label="It may",
        error_messages={"required": "Choose at least one."},
    )
    days = forms.IntegerField(min_value=1, max_value=LONGEST_DAYS, initial=USUAL_DAYS, label="Days until it expires")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """Show the account's tokens and the form for a new one, or make it. Three queries."""
    assert isinstance(request.user, User)
    if request.method != "POST":
        return _page(request, TokenForm(initial={"scopes": [Scope.READ]}))
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        token, text = token_make(user=request.user, **form.cleaned_data)
    except Refusal as refusal:
        form.add_error(None, refusal.message)
        return _page(request, form, status=422)
    return _page(request, TokenForm(initial={"scopes": [Scope.READ]}), made=token, text=text)


@login_required
@require_POST
def revoke(request: HttpRequest, token_key: str) -> HttpResponse:
    """Revoke a token of the account."""
    assert isinstance(request.user, User)
    if token_revoke(user=request.user, token_key=token_key):
        messages.success(request, "The token is revoked. Programs can no longer use it.")
    else:
        messages.error(request, "You have no such token.")
    return redirect("accounts:tokens")


def _page(
    request: HttpRequest, form: TokenForm, *, made: ApiToken | None = None, text: str = "", status: int = 200
) -> HttpResponse:
    assert isinstance(request.user, User)
    own = ApiToken.objects.filter(user=request.user)
    context = {"form": form, "tokens": own, "made": made, "text": text}
    return render(request, "accounts/tokens.html", context, status=status)

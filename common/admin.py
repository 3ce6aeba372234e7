"""Pages of the admin on which nothing can be written."""

from typing import Any

from django.http import HttpRequest


class ReadOnlyAdmin:
    """Mix this into the admin of rows that only services write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

"""The API's schema, written once in each format: it is the same for as long as the site runs."""

from functools import cache
from hashlib import sha256
from threading import Lock

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

_writing = Lock()
"""The package's generator is not thread-safe."""


RENDERERS = {renderer.format: renderer for renderer in SpectacularAPIView.renderer_classes}


def schema_text(form: str = OpenApiJsonRenderer.format) -> bytes:
    """Return the schema in a format, ``json`` or ``yaml``."""
    with _writing:
        return _write(form)


@cache
def _write(form: str) -> bytes:
    schema = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call] # the package has no types
    text: bytes = RENDERERS[form]().render(schema)  # type: ignore[assignment] # these renderers write bytes
    return text


class ApiSchemaView(SpectacularAPIView):
    """The schema for programs, with an ETag."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """Answer with the schema in the requested format; ignores other parameters."""
        renderer = request.accepted_renderer
        text = schema_text(renderer.format)
        etag = quote_etag(sha256(text).hexdigest())
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        answer = HttpResponse(text, content_type=f"{renderer.media_type}{charset}")
        answer["Content-Disposition"] = f'inline; filename="{spectacular_settings.TITLE}.{renderer.format}"'
        answer["ETag"] = etag
        return get_conditional_response(request._request, etag=etag, response=answer) or answer

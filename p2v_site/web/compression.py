"""Pages are compressed, with padding of a random length."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class PageCompressionMiddleware(GZipMiddleware):
    """Compress pages and parts of pages for browsers that take it; documents of the API and files stay as they are.

    Pages show the secrets of seats, links and passes next to people's text. An attacker who makes a browser ask for
    pages and counts the bytes of the answers could guess such a secret letter by letter (BREACH). Against that, Django
    adds up to 100 random bytes to each answer. The API compares ETags byte by byte, and compressing makes them weak.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.headers.get("Content-Type", "").startswith("text/html"):
            return super().process_response(request, response)
        return response

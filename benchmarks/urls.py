"""The site's addresses and the bare view beside them."""

from benchmarks.bare import urlpatterns as bare_urlpatterns
from p2v_site.urls import urlpatterns as site_urlpatterns

urlpatterns = [*bare_urlpatterns, *site_urlpatterns]

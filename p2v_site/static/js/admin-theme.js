/* Sets the theme that was chosen on the site before the admin's first paint; js/admin.js lets it be changed. */

"use strict";

{
  const chosen = document.cookie.match(/(?:^|; )theme=(light|dark)(?:;|$)/);
  if (chosen) document.documentElement.dataset.theme = chosen[1];
}

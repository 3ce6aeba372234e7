"""Adventures between battles: influence, research and the other subsystems of ``rules.adventures``.

- ``models``: an adventure with its log, seals and seeds; templates
- ``selectors``: the adventure as one person sees it, folded from its log
- ``services``: making adventures, recording what happens, taking them into campaigns
- ``web``: the pages at the table
- ``management``: working an adventure's document out on the command line
"""

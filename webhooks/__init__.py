"""Webhooks: what happens in campaigns and battles, told to addresses of the people who manage them.

- ``models``: a webhook, and its deliveries with what came of each
- ``selectors.subjects``: what webhooks are about, which upper rooms describe
- ``services.publishing``: the one function that upper rooms call; ``services.messages``: what is sent, by format
- ``services.targets``: which addresses may be sent to; ``services.sending``: one request, bounded in every way
- ``services.deliveries``: taking what is due, storing what came of it; ``tasks``: the job that does so
"""

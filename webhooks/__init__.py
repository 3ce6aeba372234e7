"""Webhooks: events of campaigns and battles, sent to addresses of the people who manage them.

- ``models``: a webhook, and its deliveries with their results
- ``selectors.subjects``: the subjects of webhooks, which upper rooms describe
- ``services.publishing``: the one function that upper rooms call; ``services.messages``: the messages, by format
- ``services.targets``: the allowed addresses; ``services.sending``: one request with all its limits
- ``services.deliveries``: claiming due deliveries, storing results; ``tasks``: the job that does so
"""

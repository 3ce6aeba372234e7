"""The screens that pages are looked at on: a laptop's and a small phone's."""

SCREENS = {
    "1280px": {"viewport": {"width": 1280, "height": 900}},
    "360px": {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "has_touch": True},
}

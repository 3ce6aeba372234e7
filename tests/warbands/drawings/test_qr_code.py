"""The code of a link, as cameras read it."""

import re

import pytest
import qrcode
import segno
from qrcode.constants import ERROR_CORRECT_M

from warbands.drawings.charts import QUIET_ZONE, qr_code


def drawn_modules(svg: str) -> list[list[int]]:
    """Return the modules of a drawn code, dark ones as 1: its path is dark runs at steps from the last end."""
    width, height = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', svg).groups())
    modules = [[0] * width for _ in range(height)]
    x, y = 0, 0.0
    for step, numbers in re.findall(r"([Mmh])([-\d. ]+)", re.search(r'class="qrline"[^>]* d="([^"]+)"', svg)[1]):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if step == "h":
            for column in range(x, x + int(values[0])):
                modules[int(y)][column] = 1
            x += int(values[0])
        else:
            x, y = (int(values[0]), values[1]) if step == "M" else (x + int(values[0]), y + values[1])
    return modules


@pytest.mark.parametrize("length", [42, 62, 84, 106])
def test_the_code_drawn_is_the_one_that_another_encoder_makes_of_the_link(length):
    # Links that fill their code: encoders differ in what they put where there is room left, which readers skip.
    link = "https://muster.example/shared/".ljust(length - 1, "x") + "/"
    code = segno.make_qr(link, error="m")
    other = qrcode.QRCode(version=code.version, error_correction=ERROR_CORRECT_M, mask_pattern=code.mask)
    other.border = QUIET_ZONE
    other.add_data(link.encode(), optimize=0)
    assert drawn_modules(qr_code(link)) == [[int(dark) for dark in row] for row in other.get_matrix()]


def test_the_code_brings_its_own_white_so_that_cameras_read_it_on_a_dark_page():
    svg = qr_code("http://testserver/shared/kORJ4KzmRrhEsjAx/")
    size = re.search(r'viewBox="0 0 (\d+) ', svg)[1]
    assert f'<path fill="#fff" d="M0 0h{size}v{size}h-{size}z"/>' in svg
    assert 'stroke="#000"' in svg
    assert "style=" not in svg

"""Pages that are partly made, partly written."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.generated import GuideError, stale, with_parts, write

PAGE = "Before.\n<!-- made: a -->\nold\n<!-- end: a -->\nAfter.\n"


def test_only_what_stands_between_the_marks_is_replaced() -> None:
    page = with_parts(PAGE, {"a": "new\n| \\1 |\n"})
    assert page == "Before.\n<!-- made: a -->\nnew\n| \\1 |\n<!-- end: a -->\nAfter.\n"
    assert with_parts(page, {"a": "new\n| \\1 |\n"}) == page


@pytest.mark.parametrize("page", ["", "<!-- made: a -->", PAGE + PAGE])
def test_a_page_without_a_place_or_with_two_is_refused(page: str) -> None:
    with pytest.raises(GuideError, match="made: a"):
        with_parts(page, {"a": "new"})


def test_what_is_missing_or_different_is_stale_and_alone_written(tmp_path: Path) -> None:
    same, other, missing = (tmp_path / "folder" / name for name in ("same", "other", "missing"))
    same.parent.mkdir()
    same.write_text("1")
    other.write_text("1")
    files = {same: "1", other: "2", missing: "3"}
    assert stale(files) == [other, missing]
    assert write(files) == [other, missing]
    assert stale(files) == []

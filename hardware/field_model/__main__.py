"""`python -m hardware.field_model`: write the tables and pictures; `--check`: say what is stale."""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.field_model import pictures, tables, virtual_table
from hardware.generated import GUIDE, ROOT, report, with_parts


def files() -> dict[Path, str]:
    """All that is made from the model."""
    guide, drawings = ROOT / GUIDE, ROOT / "hardware" / "drawings"
    return {
        ROOT / "firmware_bridge" / "magnet_field.json": virtual_table.table(),
        drawings / "reed-field.svg": pictures.reed_picture(),
        drawings / "hall-field.svg": pictures.hall_picture(),
        guide: with_parts(guide.read_text("utf-8"), tables.parts()),
    }


if __name__ == "__main__":
    sys.exit(report(files(), ROOT, checks="--check" in sys.argv[1:]))

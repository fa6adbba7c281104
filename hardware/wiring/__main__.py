"""`python -m hardware.wiring`: write all generated files; `--check`: say which are stale."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.generated import ROOT, report
from hardware.wiring.errors import WiringError
from hardware.wiring.generated import all_files
from hardware.wiring.model import WIRING_FILE, Wiring, load_wiring


def main(arguments: list[str] | None = None) -> int:
    """Write or check; return 0 when all is well, 1 when not, 2 on a wiring that cannot be."""
    parser = argparse.ArgumentParser(prog="python -m hardware.wiring", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, name what is stale")
    parser.add_argument("--wiring", type=Path, default=WIRING_FILE, help="another wiring.yaml")
    parser.add_argument("--root", type=Path, default=ROOT, help="where the files are written")
    options = parser.parse_args(arguments)
    try:
        wiring = load_wiring(options.wiring)
    except WiringError as error:
        print(error, file=sys.stderr)
        return 2
    unsound = _check_electrically(wiring)
    is_stale = report(all_files(wiring, options.root), options.root, checks=options.check)
    return int(is_stale or unsound)


def _check_electrically(wiring: Wiring) -> bool:
    """Say what the electrical rule check has against the builds; whether it has anything."""
    # The tool that checks takes seconds to load.
    from hardware.wiring.electrical import netlist, problems

    unsound = False
    for name, build in wiring.builds.items():
        for problem in problems(netlist(build).circuit):
            print(f"{name}: {problem}", file=sys.stderr)
            unsound = True
    return unsound


if __name__ == "__main__":
    sys.exit(main())

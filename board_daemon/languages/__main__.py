"""`python -m board_daemon.languages` (`make texts`): add new English texts to the catalogs."""

from __future__ import annotations

from board_daemon.languages.updating import update_all


def main() -> None:
    """Update the PO files and say what is left to translate."""
    for name, (missing, fuzzy) in update_all().items():
        print(f"{name:<14} {missing:>4} missing  {fuzzy:>4} to look at again")


if __name__ == "__main__":
    main()

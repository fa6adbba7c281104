"""Prints the table of keys that stands in `config/README.md`: `python -m board_daemon.config`."""

from board_daemon.config.keys import Key, all_keys


def table_of_keys() -> str:
    """Every key with what it does, what it may be and its default, in Markdown."""
    rows = [_row(key) for key in all_keys() if key.default or not key.is_group]
    head = ["| key | meaning | expected | default |", "| --- | --- | --- | --- |"]
    return "\n".join([*head, *rows]) + "\n"


def _row(key: Key) -> str:
    default = f"`{key.default}`" if key.default else "must be said"
    return f"| `{key.name}` | {key.meaning} | {key.expected} | {default} |"


if __name__ == "__main__":
    print(table_of_keys(), end="")

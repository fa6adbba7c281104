"""What is said to a child: a sentence under a key that never changes, so that it can be translated.

Keys: `lesson.course.<course>.title` and `.about`; of an exercise `lesson.<id>.title`, `.goal`,
`.hint.<n>`, `.right`, `.wrong.<n>` and `.otherwise`, of its later steps `lesson.<id>.<step>.goal`
and so on, the first later step being 2; and `lesson.phrase.<name>` for what is said anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Values = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence in English, its key, and the values for what stands in `{braces}`."""

    key: str
    english: str
    values: Values = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The English sentence with its values filled in."""
        text = self.english
        for name, value in self.values.items():
            text = text.replace("{" + name + "}", str(value))
        return text

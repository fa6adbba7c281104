"""What a careful eye checks on a page: names, contrast, room for fingers, focus, stillness."""

from __future__ import annotations

import re
from typing import Any, Final

from playwright.sync_api import Page

_NAMELESS: Final = re.compile(
    r"^\s*- (?:button|link|textbox|searchbox|combobox|slider|spinbutton|checkbox|radio|grid|dialog"
    r"|gridcell|timer|img)(?: \[[^\]]*\])*:?$",
    re.MULTILINE,
)

_CONTRASTS: Final = """
() => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) =>
    [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const luminance = (color) => {
    const [r, g, b] = color.slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  // Null where a picture lies behind: what colour that has nobody can say from here.
  const ground = (element) => {
    const layers = [];
    for (let each = element; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.backgroundImage !== "none") return null;
      layers.push(rgba(style.backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reduceRight((below, top) => over(top, below), rgba("Canvas"));
  };
  const ownText = (element) =>
    [...element.childNodes]
      .map((node) => (node.nodeType === Node.TEXT_NODE ? node.data : ""))
      .join("")
      .trim();
  const open = [...document.querySelectorAll("dialog[open]")].at(-1);
  const found = [];
  for (const element of (open ?? document.body).querySelectorAll("*")) {
    const text = ownText(element);
    if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      continue;
    }
    const exempt = "[aria-hidden=true], :disabled, [aria-disabled=true], option, noscript";
    if (element.closest(exempt)) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || box.bottom < 0) continue;
    const behind = ground(element);
    if (behind === null) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const seen = ratio(over(rgba(style.color), behind), behind);
    if (seen < (isLarge ? 3 : 4.5)) found.push(`${text.slice(0, 40)}: ${seen.toFixed(2)}`);
  }
  return found;
}
"""

_SMALL_TARGETS: Final = """
(least) => {
  const open = [...document.querySelectorAll("dialog[open]")].at(-1);
  const found = [];
  const all = "button, a[href], input, select, textarea, summary, [role=gridcell]";
  for (const element of (open ?? document.body).querySelectorAll(all)) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.matches(".skip, .for-readers, .preview *")) continue;
    // The label of a box or a button of a group is pressed just as well.
    const isTicked = element.matches("[type=radio], [type=checkbox]");
    const target = isTicked ? element.closest("label") : element;
    const { width, height } = target.getBoundingClientRect();
    if (width >= least && height >= least) continue;
    // What is a part of a text is as high as its line; a replay's steps have buttons besides.
    if (getComputedStyle(element).display === "inline" || element.matches(".step-link")) continue;
    const name = element.ariaLabel || element.textContent.trim() || element.id;
    found.push(`${name}: ${width.toFixed(0)} x ${height.toFixed(0)}`);
  }
  return found;
}
"""


def nameless(page: Page) -> list[str]:
    """What can be used but has no name for who does not see it."""
    return _NAMELESS.findall(page.locator("body").aria_snapshot())


def faint_texts(page: Page) -> list[str]:
    """Texts whose contrast is below what WCAG's level AA asks for."""
    return _strings(page.evaluate(_CONTRASTS))


def small_targets(page: Page, least: int = 40) -> list[str]:
    """What is too small for a finger, in CSS pixels."""
    return _strings(page.evaluate(_SMALL_TARGETS, least))


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(
        page.evaluate(
            "() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth,"
            " ...[...document.querySelectorAll('dialog[open]')]"
            ".map((each) => each.scrollWidth - each.clientWidth))"
        )
    )


def moving(page: Page) -> int:
    """How many animations run at this moment, lights included."""
    return int(
        page.evaluate(
            "document.getAnimations().filter((each) => each.playState === 'running').length"
        )
    )


def shows_focus(page: Page) -> bool:
    """Whether what has the focus is seen to have it."""
    return bool(
        page.evaluate(
            "() => { const style = getComputedStyle(document.activeElement);"
            " return style.outlineStyle !== 'none' || style.boxShadow !== 'none'; }"
        )
    )


def _strings(found: Any) -> list[str]:
    return [str(each) for each in found]

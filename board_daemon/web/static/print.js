/** How the paper lies and its margins, for as long as a page to be printed is shown. */

/**
 * Lay the paper so; the answer takes that back.
 *
 * A rule of the style sheet would hold for every page, and one with a name for a part of a page only
 * once the browser has settled how wide the paper is.
 * @param {string} rule what `@page` is to say
 */
export function layPaper(rule) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@page { ${rule} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}

/** Adds a sheet to the frame. Constructed sheets need no exception in the policy of the page. */
export const addSheet = (css = ''): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
};

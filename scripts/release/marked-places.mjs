// The places of documents that speak of a package that is not on npm yet:
//
//   <!-- before npm -->
//   Pasarela is not on npm yet. In a clone: ...
//   <!-- after npm
//   npm install pasarela
//   -->
//
// A release leaves the second text, and the marks are gone. `<!-- after npm -->` leaves nothing.
const place = /(\n?)^<!-- before npm -->\n[\s\S]*?^<!-- after npm(?: -->\n|\n([\s\S]*?)^-->\n)/gm;
const mark = /^<!-- (?:before|after) npm/m;

/** The text as it is after the first release. Throws if a mark stands alone. */
export const afterNpm = (text) => {
  const changed = text.replace(place, (_all, blankLine, then) =>
    then === undefined ? '' : `${blankLine}${then}`,
  );
  if (mark.test(changed)) {
    throw new Error('a "before npm" without its "after npm", or the other way');
  }
  return changed;
};

/** Whether the text has such a place. */
export const hasMarks = (text) => mark.test(text);

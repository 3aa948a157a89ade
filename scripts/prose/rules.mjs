// Rules for the English of the documents, in the format of markdownlint. CONTRIBUTING.md has their reasons.

const information = new URL(
  'https://github.com/pasarela-payments/pasarela/blob/main/CONTRIBUTING.md#how-english-is-written',
);

// The texts of a document: no code, no addresses, no comments.
const textsOf = (tokens, inHeading = false) =>
  tokens.flatMap((token) => {
    if (token.type === 'data') return [{ token, inHeading }];
    if (
      /^(?:tableHead|codeText|codeFenced|htmlFlow|resource|definition|autolink)$/.test(token.type)
    )
      return [];
    return textsOf(token.children, inHeading || token.type === 'atxHeading');
  });

const words = (name, description, pattern, { headings = true } = {}) => ({
  names: [name],
  description,
  information,
  tags: ['prose'],
  parser: 'micromark',
  function: ({ parsers }, onError) => {
    for (const { token, inHeading } of textsOf(parsers.micromark.tokens)) {
      if (inHeading && !headings) continue;
      for (const found of token.text.matchAll(pattern)) {
        onError({ lineNumber: token.startLine, detail: found[0], context: token.text });
      }
    }
  },
});

/** Cells of tables are for looking up. `counted` is the part of a cell whose characters count. */
const cellsWithin = (longest, name, description, counted) => ({
  names: [name],
  description: `${description} has at most ${longest} characters`,
  information,
  tags: ['prose'],
  parser: 'micromark',
  function: ({ parsers }, onError) => {
    const cellsOf = (tokens) =>
      tokens.flatMap((token) => (token.type === 'tableData' ? [token] : cellsOf(token.children)));
    for (const cell of cellsOf(parsers.micromark.tokens)) {
      const text = counted(cell.text);
      if (text.length > longest) {
        onError({
          lineNumber: cell.startLine,
          detail: `${text.length}`,
          context: text.slice(0, 60),
        });
      }
    }
  },
});

const withoutAddresses = (text) => text.replaceAll(/\]\([^)]*\)/g, ']');

export const rules = [
  words(
    'name-the-subject',
    'Do not begin a sentence with what or who as its subject: name the thing',
    /(?<![\w"“*])(?:What|Whatever|Who|Whoever)\s(?!to\b|(?:is|are|do|does|did|can|may|should|happens)\b[^.]*\?)[a-z][^?]*$/g,
    { headings: false },
  ),
  words(
    'no-negative-noun',
    'Write "X has no Y" or "not a Y"',
    /\b(?:is|are) none\b|\bthat which\b|\bis no (?!longer\b)[a-z]+/g,
  ),
  words(
    'status-is-no-verb',
    'A request gets a status, or the service returns it',
    /\b(?:is|are|was|answered|answers) (?:a |with )?[2-5]\d\d\b(?! [a-z]*s\b)/g,
  ),
  words(
    'plain-words',
    'Use the plain word: again, first, attempt, local server',
    /\banew\b|\b[Mm]ind that\b|\bbeforehand\b|\b(?:[Ff]ake server|local processor)\b|\b(?:[Ee]ach|[Ee]very|[Tt]he|last|next|first|failed|\d+) (?:try|tries)\b/g,
  ),
  words(
    'american-spelling',
    'American spelling, as Stripe',
    /\b(?:colour|behaviour|recognis|authoris|organis)\w*|\bcancell(?:ed|ing)\b/gi,
  ),
  cellsWithin(310, 'short-cells', 'A cell of a table', withoutAddresses),
];

/** For the pages of users alone: decisions and records of them are for those who change the code. */
export const userRules = [
  ...rules,
  // A list of names in code may be longer.
  cellsWithin(200, 'short-sentences-in-cells', 'The text of a cell, without code,', (cell) =>
    withoutAddresses(cell).replaceAll(/`[^`]*`/g, ''),
  ),
  words(
    'no-decisions',
    'Decisions and ADRs are for docs/internals',
    /\bdecisions? [A-Z]\d+|\(A\d+[a-z]?\)|\bADR \d+/g,
  ),
];

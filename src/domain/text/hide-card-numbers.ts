// Digits without anything between them.
type Group = {
  readonly start: number;
  end: number;
  /** The place of its first digit among those of the run. */
  readonly from: number;
  /** How many of its digits the run has: no more than matter. */
  count: number;
  /** Whether one space or dash stands between this group and the one before. */
  readonly isUsual: boolean;
};

// Groups with nothing but short gaps between them. One list of digits for all: a list for each takes far more memory.
type Run = { readonly groups: Array<Group>; readonly digits: Array<number> };

const fewestDigits = 13;
const mostDigits = 19;

// Between the digits of one number stand at most `", "` with escaped quotes. White space counts once, however long it is.
const longestGap = 6;

// The kinds of pieces of text, besides digits (0 to 9).
const separator = -1;
const other = -2;
const blank = -3;

// Digits in circles that Unicode does not relate to digits.
const circled = ['🄋➀➁➂➃➄➅➆➇➈', '🄌➊➋➌➍➎➏➐➑➒', '⓿❶❷❸❹❺❻❼❽❾', '⓿⓵⓶⓷⓸⓹⓺⓻⓼⓽'].map((digits) =>
  Array.from(digits),
);

/** The digit that a number sign shows, such as `④`, `⑷` and `⁴`. Signs of larger numbers are separators. */
const kindOfSign = (character: string): number => {
  const row = circled.find((digits) => digits.includes(character));
  if (row !== undefined) return row.indexOf(character);
  const [digit = '', second] = character.normalize('NFKC').match(/\d/g) ?? [];
  return digit === '' || second !== undefined ? separator : Number(digit);
};

const valueOfDigit = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  // The digits of a script begin at a code that ends in 0 or 6; the mathematical ones follow one another.
  if (code >= 0x1d7ce) return (code - 0x1d7ce) % 10;
  const low = code % 16;
  return /\p{Nd}/u.test(String.fromCodePoint(code - low)) ? low : low - 6;
};

const kindOf = (character: string): number => {
  if (/\p{Nd}/u.test(character)) return valueOfDigit(character);
  if (/\p{No}/u.test(character)) return kindOfSign(character);
  if (/\p{L}/u.test(character)) return other;
  return /\s/.test(character) ? blank : separator;
};

// Of URLs (also encoded twice), JSON and JavaScript, and HTML. `wide`: a full-width digit in UTF-8.
const escaped =
  /%(?:25)*(?:EF%(?:25)*BC%(?:25)*9(?<wide>\d)|(?<byte>[0-9a-f]{2}))|\\(?:u\{?(?<unit>[0-9a-f]{4})\}?|x(?<hex>[0-9a-f]{2})|[nrtbfv])|&(?:#(?<decimal>\d{1,5})|#x(?<entity>[0-9a-f]{1,4})|nbsp);/iy;

/** Reads an escape at a place, or the character itself. */
const readSlowly = (text: string, place: number): readonly [kind: number, length: number] => {
  escaped.lastIndex = place;
  const found = escaped.exec(text);
  if (found === null) {
    const character = String.fromCodePoint(text.codePointAt(place) ?? 0);
    return [kindOf(character), character.length];
  }
  const { wide, byte, unit, hex, decimal, entity } = found.groups ?? {};
  const { length } = found[0];
  if (wide !== undefined) return [Number(wide), length];
  const code =
    decimal === undefined
      ? Number.parseInt(byte ?? unit ?? hex ?? entity ?? '20', 16)
      : Number(decimal);
  // A byte above is part of a character that is not a digit.
  return [
    byte !== undefined && code > 0x7f ? separator : kindOf(String.fromCodePoint(code)),
    length,
  ];
};

const space = 32;
const dash = 45;

// The line breaks and tabs of ASCII, and the space.
const isBlankCode = (code: number): boolean => code === space || (code >= 9 && code <= 13);
const colon = 58;

const isDigitCode = (code: number): boolean => code >= 48 && code <= 57;

const isLetterCode = (code: number): boolean =>
  (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

// `%`, `&`, a backslash, and what is not ASCII.
const mayEscape = (code: number): boolean =>
  code === 37 || code === 38 || code === 92 || code > 127;

// The `:` of `19:06`.
const isColonOfTime = (text: string, place: number): boolean =>
  /^\D?\d\d:\d\d(?!\d)/.test(text.slice(Math.max(0, place - 3), place + 4));

const none: Group = { start: 0, end: 0, from: 0, count: 0, isUsual: false };

const first = ({ digits }: Run, { from }: Group): number => digits[from] ?? 0;

// Numbers of 15 digits may begin with 1. Timestamps begin with 1 too, and have 13, 16 or 19 digits.
const mayBeginCard = (firstDigit: number, length: number): boolean =>
  firstDigit > 1 || (firstDigit === 1 && length === 15);

/** Whether the groups from `at` to before `end`, with `length` digits and a correct check digit, can be a card number. */
type Rule = (run: Run, at: number, end: number, length: number) => boolean;

const likeAnyCard: Rule = (run, at, _end, length) =>
  mayBeginCard(first(run, run.groups[at] ?? none), length);

// Years do not begin so, nor do phone numbers, which have 15 digits at most.
const issued = /^(?:3[47]\d{13}|3[0689]\d{12}|(?:2[2-7]|3[0589]|[4-6]\d|8[12])\d{14,17})$/;

const likePrintedCard: Rule = ({ groups, digits }, at, end, length) => {
  const { from } = groups[at] ?? none;
  return (
    groups.slice(at, end - 1).every(({ count }) => count >= 4) &&
    issued.test(digits.slice(from, from + length).join(''))
  );
};

/** How many groups from `at` on make a card number: the most that do, or 0. */
const groupsOfCard = (run: Run, at: number, rule: Rule): number => {
  const { groups, digits } = run;
  let found = 0;
  let length = 0;
  // The sums of the Luhn check, if every second digit from the first or from the second on counts double.
  let fromFirst = 0;
  let fromSecond = 0;
  for (let place = at; place < groups.length && length <= mostDigits; place += 1) {
    const { from, count } = groups[place] ?? none;
    for (let next = from; next < from + count; next += 1) {
      const digit = digits[next] ?? 0;
      const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
      fromFirst += length % 2 === 0 ? doubled : digit;
      fromSecond += length % 2 === 0 ? digit : doubled;
      length += 1;
    }
    if (length < fewestDigits || length > mostDigits) continue;
    const sum = length % 2 === 0 ? fromFirst : fromSecond;
    if (sum % 10 === 0 && rule(run, at, place + 1, length)) found = place - at + 1;
  }
  return found;
};

// A number that was mistyped is nearly one: in its usual notation it is hidden whatever its check digit.
const isUsualNotation = (run: Run): boolean => {
  const { groups } = run;
  const { length } = run.digits;
  return (
    length >= fewestDigits &&
    length <= mostDigits &&
    groups.every(
      (group, place) =>
        (place === groups.length - 1 || group.count >= 4) &&
        (place === 0 ? first(run, group) > 1 : group.isUsual),
    )
  );
};

const isLong = (run: Run, group: Group): boolean =>
  group.count > mostDigits || (group.count >= fewestDigits && first(run, group) > 1);

type Range = readonly [start: number, end: number];

/** How many groups from `at` on are hidden. */
type Count = (run: Run, at: number) => number;

const suspectGroups: Count = (run, at) =>
  (at === 0 && isUsualNotation(run) ? run.groups.length : 0) ||
  groupsOfCard(run, at, likeAnyCard) ||
  (isLong(run, run.groups[at] ?? none) ? 1 : 0);

const printedGroups: Count = (run, at) => groupsOfCard(run, at, likePrintedCard);

/** Where in a run of groups, with nothing but separators between them, numbers of cards stand. */
const cardsIn = (run: Run, countAt: Count, isRandom: (range: Range) => boolean): Array<Range> => {
  const { groups } = run;
  const found: Array<Range> = [];
  for (let at = 0; at < groups.length; at += 1) {
    const count = countAt(run, at);
    if (count === 0) continue;
    const range: Range = [(groups[at] ?? none).start, (groups[at + count - 1] ?? none).end];
    if (isRandom(range)) continue;
    found[found.length] = range;
    at += count - 1;
  }
  return found;
};

// UUIDs and hashes.
const randomWord =
  /(?<![0-9a-z])(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})(?![0-9a-z])/gi;

// Tells whether a range overlaps one of them. Asked in the order of the text.
const createIsRandom = (text: string): ((range: Range) => boolean) => {
  let words: ReadonlyArray<Range> | undefined;
  let next = 0;
  return ([start, end]) => {
    words ??= [...text.matchAll(randomWord)]
      .filter(([word]) => /[a-f]/i.test(word))
      .map(({ 0: word, index }) => [index, index + word.length]);
    while ((words[next]?.[1] ?? text.length) <= start) next += 1;
    return (words[next]?.[0] ?? text.length) < end;
  };
};

// Most texts are words of ASCII, ids and UUIDs: letters stand between their few digits.
const hasFewDigits = (text: string): boolean => {
  let digits = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (isLetterCode(code)) digits = 0;
    else if (isDigitCode(code)) digits += 1;
    if (mayEscape(code) || digits === fewestDigits) return false;
  }
  return true;
};

/** The runs of groups of digits with nothing but short gaps between them, where they are long enough for a card. */
const runsIn = function* (text: string): Iterable<Run> {
  let run: Run = { groups: [], digits: [] };
  let gap = 0;
  let isUsualGap = false;
  let wasBlank = false;
  let digits = 0;
  for (let place = 0; place < text.length; ) {
    const code = text.charCodeAt(place);
    let kind = separator;
    let length = 1;
    if (isDigitCode(code)) kind = code - 48;
    else if (isBlankCode(code)) kind = blank;
    else if (isLetterCode(code) || (code === colon && isColonOfTime(text, place))) kind = other;
    else if (mayEscape(code)) [kind, length] = readSlowly(text, place);
    if (kind >= 0) {
      if (digits === 0 || gap > 0) {
        const isUsual = gap === 1 && isUsualGap;
        const from = run.digits.length;
        run.groups[run.groups.length] = { start: place, end: place, from, count: 0, isUsual };
      }
      const group = run.groups.at(-1) ?? none;
      group.end = place + length;
      if (group.count <= mostDigits) {
        run.digits[run.digits.length] = kind;
        group.count += 1;
      }
      gap = 0;
      wasBlank = false;
      digits += 1;
    } else if (digits > 0) {
      isUsualGap = gap === 0 && (code === space || code === dash);
      if (!(wasBlank && kind === blank)) gap += 1;
      wasBlank = kind === blank;
      if (kind === other || gap > longestGap) {
        if (digits >= fewestDigits) yield run;
        run = { groups: [], digits: [] };
        gap = 0;
        digits = 0;
      }
    }
    place += length;
  }
  if (digits >= fewestDigits) yield run;
};

const has = (rule: Rule, text: string): boolean => {
  if (hasFewDigits(text)) return false;
  const isRandom = createIsRandom(text);
  for (const run of runsIn(text)) {
    for (const [at, { start }] of run.groups.entries()) {
      const count = groupsOfCard(run, at, rule);
      if (count > 0 && !isRandom([start, (run.groups[at + count - 1] ?? none).end])) return true;
    }
  }
  return false;
};

const hide = (countAt: Count, text: string): string => {
  if (hasFewDigits(text)) return text;
  const isRandom = createIsRandom(text);
  let shown = '';
  let shownTo = 0;
  for (const run of runsIn(text)) {
    for (const [start, end] of cardsIn(run, countAt, isRandom)) {
      shown += `${text.slice(shownTo, start)}[number]`;
      shownTo = end;
    }
  }
  return shown + text.slice(shownTo);
};

/**
 * Whether a text has a card number: 13 to 19 digits with a correct check digit, in any notation. About one in ten other numbers of this
 * length has one by chance.
 */
export const hasCardNumber = (text: string): boolean => has(likeAnyCard, text);

/** Hides the numbers of cards in a text, in any notation. Takes a time that grows with the length of the text. */
export const hideCardNumbers = (text: string): string => hide(suspectGroups, text);

/**
 * Whether a text has a card number as cards show it, for fields that hold other numbers: with the first digits and the length that
 * cards have, in one piece or in groups of four or more digits. Phone numbers have none.
 */
export const hasPrintedCardNumber = (text: string): boolean => has(likePrintedCard, text);

/** Hides the card numbers that `hasPrintedCardNumber` finds. */
export const hidePrintedCardNumbers = (text: string): string => hide(printedGroups, text);

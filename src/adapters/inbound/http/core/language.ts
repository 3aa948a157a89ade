import type { HttpRequest } from './message.js';

/** The languages of our texts. */
export const languages = ['es', 'en'] as const;
export type Language = (typeof languages)[number];

/** A text in every language. */
export type Words = { readonly [L in Language]: string };

/** The languages in which callers are answered, the default first. With several, `Accept-Language` chooses. */
export type Locale = readonly [Language, ...ReadonlyArray<Language>];

/** Where nothing else is configured. */
export const spanishOnly: Locale = ['es'];

/** How much a caller wants a language: the weight of the range that fits it best, how well that fits, and its place. */
type Wish = { readonly weight: number; readonly fit: number; readonly place: number };

const fitOf = (range: string, language: Language): number => {
  if (range === language) return 2;
  return range.startsWith(`${language}-`) ? 1 : 0;
};

// A browser sends a few. A header of thousands takes longer to judge than the rest of its request.
const mostRanges = 64;

// A range is `es-MX;q=0.8`, or `*`.
const wishFor = (accepted: string, language: Language): Wish => {
  const [best = { weight: 0, fit: 0, place: 0 }] = accepted
    .split(',', mostRanges)
    .flatMap((one, place): ReadonlyArray<Wish> => {
      const [range = '', ...parameters] = one
        .toLowerCase()
        .split(';')
        .map((part) => part.trim());
      const fit = fitOf(range, language);
      const weight = Number(parameters.find((given) => given.startsWith('q='))?.slice(2) ?? 1);
      return fit > 0 || range === '*' ? [{ weight, fit, place }] : [];
    })
    .toSorted((a, b) => b.fit - a.fit || b.weight - a.weight);
  return best;
};

const wantedMore = (a: Wish, b: Wish): number =>
  b.weight - a.weight || b.fit - a.fit || a.place - b.place;

/**
 * The offered language that an `Accept-Language` wants most; equally wanted, the first. `otherwise`: when it wants none of them.
 */
const wantedLanguage = (
  accepted: string,
  offered: ReadonlyArray<Language>,
  otherwise: Language,
): Language => {
  const [best] = offered
    .map((language) => ({ language, wish: wishFor(accepted, language) }))
    .filter(({ wish }) => wish.weight > 0)
    .toSorted((a, b) => wantedMore(a.wish, b.wish));
  return best?.language ?? otherwise;
};

/** The languages of a request's caller; without the header any is good. */
const acceptedLanguages = ({ headers }: Pick<HttpRequest, 'headers'>): string => {
  const { 'accept-language': accepted = '*' } = headers;
  return String(accepted);
};

/**
 * The language of a page for people: the one of ours that their browser wants most; `first` when it has no wish, and English when
 * it wants others.
 */
export const languageOfPage = (request: Pick<HttpRequest, 'headers'>, first: Language): Language =>
  wantedLanguage(acceptedLanguages(request), [first, ...languages], 'en');

/** The language of an answer, and the headers that caches and readers need where the caller could choose it. */
export type Spoken = {
  readonly language: Language;
  readonly headers: { readonly [name: string]: string };
};

/** An answer in Spanish, whoever calls. */
export const inSpanish: Spoken = { language: 'es', headers: {} };

const fixed: { readonly [L in Language]: Spoken } = {
  es: inSpanish,
  en: { language: 'en', headers: {} },
};

const chosen = (language: Language): Spoken => ({
  language,
  headers: { 'content-language': language, vary: 'Accept-Language' },
});

/** Answers whose language the request has chosen. */
export const chosenOf: { readonly [L in Language]: Spoken } = {
  es: chosen('es'),
  en: chosen('en'),
};

/** In which language a request is answered. */
export const spokenTo = (request: Pick<HttpRequest, 'headers'>, locale: Locale): Spoken =>
  locale.length === 1
    ? fixed[locale[0]]
    : chosenOf[wantedLanguage(acceptedLanguages(request), locale, locale[0])];

const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);

/** `'en'`, or a list such as `['en', 'es']`, as a locale; `undefined`: neither. */
export const localeOf = (given: unknown): Locale | undefined => {
  const list: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given];
  if (!list.every(isLanguage) || new Set(list).size < list.length) return undefined;
  const [first, ...others] = list;
  return first === undefined ? undefined : [first, ...others];
};

import { expect } from 'chai';
import {
  type Locale,
  languageOfPage,
  localeOf,
  spokenTo,
} from '../../../../../src/adapters/inbound/http/core/language.js';

const requestWith = (accepted: string | undefined) => ({
  headers: accepted === undefined ? {} : { 'accept-language': accepted },
});

describe('the language of an answer', () => {
  const spanishFirst: Locale = ['es', 'en'];
  const englishFirst: Locale = ['en', 'es'];

  for (const [accepted, locale, expected] of [
    [undefined, spanishFirst, 'es'],
    [undefined, englishFirst, 'en'],
    ['*', englishFirst, 'en'],
    ['', spanishFirst, 'es'],
    ['en', spanishFirst, 'en'],
    ['ES-mx', englishFirst, 'es'],
    ['fr', spanishFirst, 'es'],
    ['fr, en;q=0.1', spanishFirst, 'en'],
    ['en;q=0.5, es;q=0.6', englishFirst, 'es'],
    ['es;q=0, *', spanishFirst, 'en'],
    ['es;q=0, en;q=0', englishFirst, 'en'],
    ['es, en', englishFirst, 'es'],
    ['en-GB, es', spanishFirst, 'es'],
    ['*;q=0.1, en;q=0', spanishFirst, 'es'],
    ['english', spanishFirst, 'es'],
    ['en;q=high', spanishFirst, 'es'],
    [`${'fr, '.repeat(63)}en`, spanishFirst, 'en'],
    [`${'fr, '.repeat(64)}en`, spanishFirst, 'es'],
  ] as const) {
    it(`is ${expected} for ${accepted ?? 'no header'} where ${locale.join()} are offered`, () => {
      expect(spokenTo(requestWith(accepted), locale)).to.deep.equal({
        language: expected,
        headers: { 'content-language': expected, vary: 'Accept-Language' },
      });
    });
  }

  it('is the only one that is offered, whatever the caller wants', () => {
    expect(spokenTo(requestWith('es'), ['en'])).to.deep.equal({ language: 'en', headers: {} });
    expect(spokenTo(requestWith('en'), ['es'])).to.deep.equal({ language: 'es', headers: {} });
  });
});

describe('the language of a page', () => {
  for (const [accepted, first, expected] of [
    [undefined, 'es', 'es'],
    [undefined, 'en', 'en'],
    ['es-ES,en;q=0.5', 'en', 'es'],
    ['en-US', 'es', 'en'],
    ['fr', 'es', 'en'],
  ] as const) {
    it(`is ${expected} for ${accepted ?? 'a browser without wish'}, with ${first} first`, () => {
      expect(languageOfPage(requestWith(accepted), first)).to.equal(expected);
    });
  }
});

describe('a locale', () => {
  it('is one language, or a list of different ones', () => {
    expect(localeOf('en')).to.deep.equal(['en']);
    expect(localeOf(['en', 'es'])).to.deep.equal(['en', 'es']);
    for (const wrong of ['fr', 'ES', '', [], ['es', 'fr'], ['es', 'es'], undefined, 7]) {
      expect(localeOf(wrong), JSON.stringify(wrong)).to.equal(undefined);
    }
  });
});

import { englishConsole } from './texts-en.js';
import { type ConsoleTexts, spanishConsole } from './texts-es.js';

type ConsoleLanguage = 'es' | 'en';

const kept = 'pasarela.language';

const keptLanguage = (): string | null => {
  try {
    return localStorage.getItem(kept);
  } catch {
    return null;
  }
};

// The server has chosen that of the page by Accept-Language.
const wished = (): ConsoleLanguage =>
  (keptLanguage() ?? document.documentElement.lang) === 'es' ? 'es' : 'en';

let current = wished();

/** The language of the console. */
export const language = (): ConsoleLanguage => current;

/** Switches to the other language, and keeps the choice in the browser. */
export const switchLanguage = (): void => {
  current = current === 'es' ? 'en' : 'es';
  try {
    localStorage.setItem(kept, current);
  } catch {
    // Then it holds for this page.
  }
};

/** The texts in the language of the console. */
export const texts = (): ConsoleTexts => (current === 'es' ? spanishConsole : englishConsole);

/** The text for a word of the processor, or the word itself. */
export const wordFor = (words: { readonly [word: string]: string }, word: string): string =>
  words[word] ?? word.replaceAll('_', ' ');

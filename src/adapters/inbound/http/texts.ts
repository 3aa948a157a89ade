import type { Language, Words } from './core/language.js';
import { describeInEnglish } from './english-texts.js';
import type { HttpError } from './http-error.js';
import { describeInSpanish } from './spanish-texts.js';

/** The `message` of a failure, in each language. */
export const describeHttpError: { readonly [L in Language]: (error: HttpError) => string } = {
  es: describeInSpanish,
  en: describeInEnglish,
};

/** The success messages of the local server's own endpoints. */
export const localServerMessages = {
  deliveriesListed: { es: 'Entregas listadas correctamente', en: 'Deliveries listed' },
  eventResent: { es: 'Evento reenviado', en: 'Event sent again' },
  accountDropped: { es: 'Cuenta eliminada', en: 'Account dropped' },
} as const satisfies { readonly [name: string]: Words };

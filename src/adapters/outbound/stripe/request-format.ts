import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import type { CallOptions } from '../../../application/ports/payment-processor.js';
import { isApiVersion } from './api-version.js';

/** Whether a card is kept as a source of its customer (`card_...`) or as a payment method (`pm_...`). */
export type CardMode = 'sources' | 'payment_methods';

/** How requests are worded. Under an idempotency key Stripe takes the same wording again, and no other. */
export type RequestFormat = {
  /** The version of the API. */
  readonly apiVersion: string;
  /** The parameter that limits an intent to cards. */
  readonly types: 'payment_method_types' | 'allowed_payment_method_types';
  readonly cards: CardMode;
  /** Whether created objects carry the idempotency key in their metadata (decision P14). */
  readonly metadata: 'none' | 'pasarela_key';
};

type Field<A> = {
  /** Its name in the text. */
  readonly name: string;
  readonly read: (word: string) => O.Option<A>;
  /** The value of this field in texts written before the field existed. Absent: there are no such texts. */
  readonly before?: A;
};

const oneOf =
  <const W extends string>(...words: ReadonlyArray<W>) =>
  (word: string): O.Option<W> =>
    O.fromNullable(words.find((one) => one === word));

// The texts are kept in stores for as long as keys are in doubt: a name or a word may never change its meaning.
const fields: { readonly [N in keyof RequestFormat]: Field<RequestFormat[N]> } = {
  apiVersion: { name: 'version', read: O.fromPredicate(isApiVersion) },
  types: { name: 'types', read: oneOf('payment_method_types', 'allowed_payment_method_types') },
  cards: { name: 'cards', read: oneOf('sources', 'payment_methods') },
  metadata: { name: 'metadata', read: oneOf('none', 'pasarela_key'), before: 'none' },
};

const processor = 'stripe';

/** A format as short text, for example `stripe version=2026-08-26.dahlia types=payment_method_types cards=sources` and so on. */
export const writeRequestFormat = (format: RequestFormat): string =>
  [
    processor,
    ...Object.entries(fields).map(([field, { name }]) => `${name}=${Reflect.get(format, field)}`),
  ].join(' ');

/** Reads what `writeRequestFormat` wrote, in this version of Pasarela or an earlier one. `none`: it is something else. */
export const readRequestFormat = (text: string): O.Option<RequestFormat> => {
  const [first, ...words] = text.split(' ');
  const written = new Map(
    words.map((word) => {
      const at = word.indexOf('=');
      return [word.slice(0, at), word.slice(at + 1)] as const;
    }),
  );
  const names = Object.values(fields).map(({ name }) => name);
  if (first !== processor || [...written.keys()].some((name) => !names.includes(name))) {
    return O.none;
  }
  const valueOf = <A>({ name, read, before }: Field<A>): O.Option<A> => {
    const word = written.get(name);
    return word === undefined ? O.fromNullable(before) : read(word);
  };
  return pipe(
    O.Do,
    O.bind('apiVersion', () => valueOf(fields.apiVersion)),
    O.bind('types', () => valueOf(fields.types)),
    O.bind('cards', () => valueOf(fields.cards)),
    O.bind('metadata', () => valueOf(fields.metadata)),
  );
};

// Version 0.1 kept no format, and sent everything so.
const formatOfPasarela01: RequestFormat = {
  apiVersion: '2026-10-28.endive',
  types: 'allowed_payment_method_types',
  cards: 'sources',
  metadata: 'none',
};

/** The parameter that limits intents to cards in a version of the API: the changelog of 2026-09-30.endive. */
export const typesParamOf = (apiVersion: string): RequestFormat['types'] => {
  const first = apiVersion.endsWith('.preview') ? '2026-08-26' : '2026-09-30';
  return apiVersion < first ? 'payment_method_types' : 'allowed_payment_method_types';
};

/** How a call is worded: a repetition as the first call was, everything else as today. */
export const formatOf =
  (today: RequestFormat) =>
  ({ requestFormat, inDoubtSince }: CallOptions = {}): RequestFormat => {
    if (requestFormat === undefined) return inDoubtSince === undefined ? today : formatOfPasarela01;
    return pipe(
      readRequestFormat(requestFormat),
      O.getOrElse(() => today),
    );
  };

/** The key that what a call creates is to carry in its metadata: the caller's own, where the call is worded so. */
export const keyToCarry = (
  { metadata }: RequestFormat,
  { idempotencyKey }: CallOptions = {},
): string | undefined => (metadata === 'none' ? undefined : idempotencyKey);

import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import type { CallOptions } from '../../../application/ports/payment-processor.js';
import type { PaymentMethods } from '../../../domain/objects/payment-methods.js';
import { isApiVersion } from './api-version.js';

/** Whether a card is stored as a source of its customer (`card_...`) or as a payment method (`pm_...`). */
type CardMode = 'sources' | 'payment_methods';

/** The format of requests. Stripe accepts an idempotency key again only with a request in the same format. */
export type RequestFormat = {
  readonly apiVersion: string;
  /** The parameter that restricts an intent to types of payment methods. */
  readonly types: 'payment_method_types' | 'allowed_payment_method_types';
  readonly cards: CardMode;
  /** Whether created objects carry the idempotency key in their metadata (decision P14). */
  readonly metadata: 'none' | 'pasarela_key';
};

type Field<A> = {
  /** The field's name in the text. */
  readonly name: string;
  readonly read: (value: string) => O.Option<A>;
  /** The value for texts older than this field. Absent: every text has the field. */
  readonly before?: A;
};

const oneOf =
  <const W extends string>(...words: ReadonlyArray<W>) =>
  (value: string): O.Option<W> =>
    O.fromNullable(words.find((word) => word === value));

// Stores keep these texts for as long as a key's outcome is unknown: no name or value may ever change its meaning.
const fields: { readonly [N in keyof RequestFormat]: Field<RequestFormat[N]> } = {
  apiVersion: { name: 'version', read: O.fromPredicate(isApiVersion) },
  types: { name: 'types', read: oneOf('payment_method_types', 'allowed_payment_method_types') },
  cards: { name: 'cards', read: oneOf('sources', 'payment_methods') },
  metadata: { name: 'metadata', read: oneOf('none', 'pasarela_key'), before: 'none' },
};

const processor = 'stripe';

/** A format as a short text: `stripe version=2026-08-26.dahlia types=payment_method_types cards=sources metadata=none`. */
export const writeRequestFormat = (format: RequestFormat): string =>
  [
    processor,
    ...Object.entries(fields).map(([field, { name }]) => `${name}=${Reflect.get(format, field)}`),
  ].join(' ');

/** Reads a text that `writeRequestFormat` wrote, in this version of Pasarela or an earlier one; `none` for other texts. */
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

// Version 0.1 stored no format, and sent all requests in this one.
const formatOfPasarela01: RequestFormat = {
  apiVersion: '2026-10-28.endive',
  types: 'allowed_payment_method_types',
  cards: 'sources',
  metadata: 'none',
};

/** The parameter that restricts intents to types of payment methods in a version of the API (changelog of 2026-09-30.endive). */
export const typesParamOf = (apiVersion: string): RequestFormat['types'] => {
  const first = apiVersion.endsWith('.preview') ? '2026-08-26' : '2026-09-30';
  return apiVersion < first ? 'payment_method_types' : 'allowed_payment_method_types';
};

/** Types of payment methods, as the parameter that restricts an intent or a session to them in a format. */
export const typesParams = (
  { types }: RequestFormat,
  methods: ReadonlyArray<string>,
): { payment_method_types: Array<string> } | { allowed_payment_method_types: Array<string> } =>
  types === 'payment_method_types'
    ? { payment_method_types: [...methods] }
    : { allowed_payment_method_types: [...methods] };

/** The payment methods of an intent, as parameters in a format: cards alone, unless the customer chooses among others. */
export const methodParams = (
  format: RequestFormat,
  methods: PaymentMethods = ['card'],
): ReturnType<typeof typesParams> | { automatic_payment_methods: { enabled: true } } =>
  methods === 'automatic'
    ? { automatic_payment_methods: { enabled: true } }
    : typesParams(format, methods);

/** The format of a call: a repeated call takes that of the first, any other the current one. */
export const formatOf = (
  currentFormat: RequestFormat,
): ((options?: CallOptions) => RequestFormat) => {
  const current = writeRequestFormat(currentFormat);
  return ({ requestFormat, inDoubtSince } = {}) => {
    if (requestFormat === current) return currentFormat;
    if (requestFormat === undefined) {
      return inDoubtSince === undefined ? currentFormat : formatOfPasarela01;
    }
    return pipe(
      readRequestFormat(requestFormat),
      O.getOrElse(() => currentFormat),
    );
  };
};

/** The idempotency key for the metadata of the object that a call creates, where the format has it there. */
export const keyToCarry = (
  { metadata }: RequestFormat,
  { idempotencyKey }: CallOptions = {},
): string | undefined => (metadata === 'none' ? undefined : idempotencyKey);

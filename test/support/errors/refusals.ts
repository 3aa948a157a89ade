import type { InvalidInput } from '../../../src/domain/payment-error.js';
import type { PartRefusal } from '../../../src/domain/refusal.js';

export type ShownRefusal = InvalidInput['refusal'];

/** One of every reason to refuse a field, for the tables of texts: a new reason does not compile until it is added here. */
export const refusals: {
  readonly [T in ShownRefusal['_tag']]: Extract<ShownRefusal, { readonly _tag: T }>;
} = {
  NotA: { _tag: 'NotA', expected: 'text' },
  NotOneOf: { _tag: 'NotOneOf', values: ['duplicate', 'abandoned'] },
  NotPositive: { _tag: 'NotPositive' },
  NumberAsAmount: { _tag: 'NumberAsAmount', currency: 'eur', meant: [2000, 20] },
  TooMany: { _tag: 'TooMany', most: 49 },
  Within: { _tag: 'Within', path: 'address.city', refusal: { _tag: 'NotA', expected: 'text' } },
  Excludes: { _tag: 'Excludes', other: 'y' },
  OnlyWith: { _tag: 'OnlyWith', other: 'confirm' },
  Requires: { _tag: 'Requires', other: 'payment_methods' },
  ConfirmedOnPage: {
    _tag: 'ConfirmedOnPage',
    other: 'payment_methods',
    token: 'confirmation_token',
  },
  OtherCurrency: { _tag: 'OtherCurrency', method: 'bizum', takes: ['eur'], currency: 'usd' },
  NotScheme: { _tag: 'NotScheme', schemes: ['https', 'http'] },
  TooManyDigits: { _tag: 'TooManyDigits' },
  Repeated: { _tag: 'Repeated' },
  OtherInPath: { _tag: 'OtherInPath' },
  UnknownCursor: { _tag: 'UnknownCursor' },
};

/** One of every reason to refuse a part of a field. */
export const partRefusals: {
  readonly [T in PartRefusal['_tag']]: Extract<PartRefusal, { readonly _tag: T }>;
} = {
  NotA: { _tag: 'NotA', expected: 'text' },
  NotPositive: { _tag: 'NotPositive' },
  NumberAsAmount: { _tag: 'NumberAsAmount', currency: 'eur', meant: [1999] },
  TooManyDigits: { _tag: 'TooManyDigits' },
  Excludes: { _tag: 'Excludes', other: 'y' },
  Unknown: { _tag: 'Unknown', nearest: 'address' },
  Reserved: { _tag: 'Reserved' },
};

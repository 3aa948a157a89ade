import * as t from 'io-ts';
import { Card } from './card.js';
import { oneOf } from './one-of.js';
import { text } from './text.js';

/** What a customer pays with: a card, or what the processor also has among a customer's sources. */
export const CustomerSource = t.union(
  [
    Card,
    t.type({
      id: text('Its id'),
      object: oneOf(['account', 'bank_account', 'source'], 'What it is'),
    }),
  ],
  'CustomerSource',
);
export type CustomerSource = Readonly<t.TypeOf<typeof CustomerSource>>;

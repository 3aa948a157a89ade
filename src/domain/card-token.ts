import * as t from 'io-ts';
import { Card } from './card.js';
import { UnixSeconds } from './unix-seconds.js';

/** A single-use token that stands for a card. */
export const CardToken = t.type(
  {
    id: t.string,
    object: t.literal('token'),
    created: UnixSeconds,
    used: t.boolean,
    card: Card,
  },
  'CardToken',
);
export interface CardToken extends Readonly<t.TypeOf<typeof CardToken>> {}

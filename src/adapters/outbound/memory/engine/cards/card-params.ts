import { notSimulated } from '../params/not-simulated.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { holderFields } from './holder-fields.js';
import { writtenCard } from './written-card.js';

/** What else a card may say. The currency is for payouts: it shows on no customer's card. */
export const cardFields = {
  ...holderFields,
  cvc: text,
  currency: text,
  ...notSimulated('networks'),
} as const;

/** A card as a caller writes it. */
export const CardParams = shape(writtenCard, cardFields);
export type CardParams = ParamsOf<typeof CardParams>;

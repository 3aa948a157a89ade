import type { Call } from '../call.js';
import { type Instrument, newInstrument } from '../cards/stored-card.js';
import type { ReadSource } from './read-source.js';

/** A customer's card, not kept yet. */
export const newSource = (
  call: Call,
  { card, metadata }: ReadSource,
  customer: string,
): Instrument =>
  newInstrument({
    id: card.token?.card ?? call.newId('card'),
    kind: 'card',
    storedCard: card.storedCard,
    billingDetails: card.billingDetails,
    created: call.now,
    customer,
    metadata,
  });

import type { Call } from '../call.js';
import type { Instrument } from '../cards/instrument.js';
import { newInstrument } from '../cards/new-instrument.js';
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
    face: card.face,
    billingDetails: card.billingDetails,
    created: call.now,
    customer,
    metadata,
  });

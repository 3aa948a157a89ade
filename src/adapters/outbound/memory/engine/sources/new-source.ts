import { type Instrument, newInstrument } from '../cards/stored-card.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ReadSource } from './read-source.js';

/** A customer's card, not kept yet. */
export const newSource = (
  call: RequestContext,
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

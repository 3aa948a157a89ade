import { toSource } from '../cards/card-views.js';
import type { Instrument } from '../cards/stored-card.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { CardObject } from '../objects/card.js';
import { useToken } from '../tokens/use-token.js';
import type { ReadSource } from './read-source.js';

/** Keeps a customer's new card, whose token is used up by it. */
export const keepSource = (
  call: RequestContext,
  instrument: Instrument,
  { card: { token } }: ReadSource,
): CardObject => {
  const card = toSource(instrument);
  useToken(call, token);
  call.state.instruments.put(instrument);
  call.emit('customer.source.created', card);
  return card;
};

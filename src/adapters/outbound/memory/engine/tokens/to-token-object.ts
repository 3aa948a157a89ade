import { toCardObject } from '../cards/card-views.js';
import type { StoredToken } from '../cards/stored-card.js';
import { deepFreeze } from '../objects/json.js';
import type { TokenObject } from '../objects/token.js';

/** The token as the processor shows it. */
export const toTokenObject = (token: StoredToken): TokenObject =>
  deepFreeze({
    id: token.id,
    object: 'token',
    card: toCardObject({
      id: token.card,
      storedCard: token.storedCard,
      billingDetails: token.billingDetails,
    }),
    client_ip: token.clientIp,
    created: token.created,
    livemode: false,
    type: 'card',
    used: token.used,
  });

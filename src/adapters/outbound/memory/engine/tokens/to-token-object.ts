import { toCardObject } from '../cards/to-card-object.js';
import { deepFreeze } from '../deep-freeze.js';
import type { TokenObject } from '../objects/token-object.js';
import type { StoredToken } from './stored-token.js';

/** The token as the processor shows it. */
export const toTokenObject = (token: StoredToken): TokenObject =>
  deepFreeze({
    id: token.id,
    object: 'token',
    card: toCardObject({
      id: token.card,
      face: token.face,
      billingDetails: token.billingDetails,
    }),
    client_ip: token.clientIp,
    created: token.created,
    livemode: false,
    type: 'card',
    used: token.used,
  });

import type { RequestContext } from '../kernel/request-context.js';
import { deepFreeze } from '../objects/json.js';
import type { TokenCard } from './find-token.js';

/** Marks the token as used, where the card came from one that wears out. */
export const useToken = (call: RequestContext, token: TokenCard['token']): void => {
  if (token !== null) call.state.tokens.put(deepFreeze({ ...token, used: true }));
};

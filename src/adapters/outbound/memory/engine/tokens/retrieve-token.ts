import * as E from 'fp-ts/lib/Either.js';
import { noSuch } from '../errors/no-such.js';
import type { TokenObject } from '../objects/token-object.js';
import type { Operation } from '../operation.js';
import { toTokenObject } from './to-token-object.js';

/** A token that was created here; the magic ones have no object of their own. */
export const retrieveToken: Operation<{ readonly token: string }, TokenObject> = {
  name: 'retrieveCardToken',
  method: 'GET',
  path: '/v1/tokens/:token',
  run: (call) => (params) => {
    const token = call.state.tokens.get(params.token);
    return token === undefined
      ? E.left(noSuch('token', params.token))
      : E.right(toTokenObject(token));
  },
};

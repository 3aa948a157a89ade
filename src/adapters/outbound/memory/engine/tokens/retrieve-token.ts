import * as E from 'fp-ts/lib/Either.js';
import { noSuch } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { toTokenObject } from './to-token-object.js';

/** A token that was created here; the magic ones have no object of their own. */
export const retrieveToken = operation({
  name: 'retrieveCardToken',
  method: 'GET',
  path: '/v1/tokens/:token',
  returns: 'token',
  params: shape({ token: text }),
  run: (call) => (params) => {
    const token = call.state.tokens.get(params.token);
    return token === undefined
      ? E.left(noSuch('token', params.token))
      : E.right(toTokenObject(token));
  },
});

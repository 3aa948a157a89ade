import * as E from 'fp-ts/lib/Either.js';
import { noSuch } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';

/** A dispute. */
export const retrieveDispute = operation({
  name: 'retrieveDispute',
  method: 'GET',
  path: '/v1/disputes/:dispute',
  returns: 'dispute',
  params: shape({ dispute: text }),
  run: (call) => (params) =>
    E.fromNullable(noSuch('dispute', params.dispute))(call.state.disputes.get(params.dispute)),
});

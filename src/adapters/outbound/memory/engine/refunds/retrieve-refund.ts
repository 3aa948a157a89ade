import { operation } from '../kernel/operation.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findRefund } from '../store/find.js';

/** A refund. */
export const retrieveRefund = operation({
  name: 'retrieveRefund',
  method: 'GET',
  path: '/v1/refunds/:refund',
  returns: 'refund',
  params: shape({ refund: text }),
  run: (call) => (params) => findRefund(call, params.refund),
});

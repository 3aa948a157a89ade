import { operation } from '../kernel/operation.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findCharge } from '../store/find.js';

/** A charge. */
export const retrieveCharge = operation({
  name: 'retrieveCharge',
  method: 'GET',
  path: '/v1/charges/:charge',
  returns: 'charge',
  params: shape({ charge: text }),
  run: (call) => (params) => findCharge(call, params.charge),
});

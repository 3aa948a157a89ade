import { operation } from '../operation.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { findCharge } from './find-charge.js';

/** A charge. */
export const retrieveCharge = operation({
  name: 'retrieveCharge',
  method: 'GET',
  path: '/v1/charges/:charge',
  gives: 'charge',
  params: shape({ charge: text }),
  run: (call) => (params) => findCharge(call, params.charge),
});

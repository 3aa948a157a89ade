import type { ChargeObject } from '../objects/charge-object.js';
import type { Operation } from '../operation.js';
import { findCharge } from './find-charge.js';

/** A charge. */
export const retrieveCharge: Operation<{ readonly charge: string }, ChargeObject> = {
  name: 'retrieveCharge',
  method: 'GET',
  path: '/v1/charges/:charge',
  run: (call) => (params) => findCharge(call, params.charge),
};

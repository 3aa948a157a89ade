import type { ChargeObject } from '../objects/charge-object.js';

/** Whether a charge is authorized and waits for its capture. */
export const isHeld = ({ status, captured, refunded }: ChargeObject): boolean =>
  status === 'succeeded' && !captured && !refunded;

import type { RequestContext } from '../kernel/request-context.js';
import type { CustomerObject } from '../objects/customer.js';
import { detachInstrument } from '../payment-methods/detach-instrument.js';
import { keepSource } from '../sources/keep-source.js';
import { newSource } from '../sources/new-source.js';
import type { ReadSource } from '../sources/read-source.js';

/** A customer with a new default card, in whose favour the one before is deleted. */
export const replaceDefaultSource = (
  call: RequestContext,
  customer: CustomerObject,
  source: ReadSource,
): CustomerObject => {
  const { default_source: before } = customer;
  const old = before === null ? undefined : call.state.instruments.get(before);
  if (old !== undefined) detachInstrument(call, old);
  const card = keepSource(call, newSource(call, source, customer.id), source);
  return { ...customer, default_source: card.id };
};

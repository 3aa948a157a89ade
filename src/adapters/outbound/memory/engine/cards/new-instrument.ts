import { deepFreeze } from '../deep-freeze.js';
import { emptyBillingDetails } from '../objects/billing-details.js';
import type { Instrument } from './instrument.js';

/** A new instrument; attached to a customer, it has been checked. */
export const newInstrument = (
  fields: Pick<Instrument, 'id' | 'kind' | 'face' | 'created' | 'customer'> &
    Partial<Pick<Instrument, 'metadata' | 'billingDetails' | 'allowRedisplay'>>,
): Instrument =>
  deepFreeze({
    metadata: {},
    billingDetails: emptyBillingDetails,
    allowRedisplay: 'unspecified',
    ...fields,
    checked: fields.customer !== null,
    setUp: false,
    detached: false,
  });

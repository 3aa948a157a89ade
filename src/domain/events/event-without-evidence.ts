import type { ProcessorEvent } from './processor-event.js';

type Fields = { readonly [name: string]: unknown };

const withoutEvidence = (fields: Fields): Fields => {
  const { evidence: _, ...rest } = fields;
  return rest;
};

/** The event of a dispute without its evidence: texts about the customer, which the shop has itself. Others are the same. */
export const eventWithoutEvidence = (event: ProcessorEvent): ProcessorEvent => {
  if (event.object !== 'event' || event.data.object['object'] !== 'dispute') return event;
  const { object, previous_attributes: before } = event.data;
  return {
    ...event,
    data: {
      ...event.data,
      object: withoutEvidence(object),
      ...(before === undefined ? {} : { previous_attributes: withoutEvidence(before) }),
    },
  };
};

import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from './errors.js';
import { listOperation } from './kernel/list-operation.js';
import { type Control, operation } from './kernel/operation.js';
import { eventTypes } from './objects/event-types.js';
import { deepFreeze } from './objects/json.js';
import { createdPageParams } from './params/page.js';
import { booleanParam, listParam, textParam } from './params/primitives.js';
import { shape } from './params/shape.js';
import { findRow } from './store/find.js';
import { eventsKey } from './store/state.js';
import type { Selection } from './store/table.js';

const maximumTypes = 20;

/** `charge.*` stands for all types with this prefix, `*` for all types. */
const typesOf = (name: string): ReadonlyArray<string> =>
  name === '*' || name.endsWith('.*')
    ? eventTypes.filter((type) => type.startsWith(name.slice(0, -1)))
    : [name];

const selectEvents = (params: {
  readonly type?: string;
  readonly types?: ReadonlyArray<string>;
  readonly delivery_success?: boolean;
}): E.Either<ApiError, Selection<'key'>> => {
  const { type, types, delivery_success: success } = params;
  if (type !== undefined && types !== undefined) {
    const message = 'You may only specify one of these parameters: type, types.';
    return E.left(invalidRequest(message, { param: 'type' }));
  }
  if (types !== undefined && types.length > maximumTypes) {
    const message = `Array types exceeded maximum ${maximumTypes} allowed elements.`;
    return E.left(invalidRequest(message, { param: 'types' }));
  }
  const names = types ?? (type === undefined ? undefined : typesOf(type));
  if (names === undefined && success === undefined) return E.right('all');
  const pending = success === undefined ? [0, 1] : [success ? 0 : 1];
  return E.right({
    index: 'key',
    keys: [...new Set(names ?? eventTypes)].flatMap((name) =>
      pending.map((pending_webhooks) => eventsKey({ type: name, pending_webhooks })),
    ),
  });
};

/**
 * A page of the stored events, or of those of some types. `delivery_success`: only those that all their webhook endpoints
 * have accepted, or only those that some have not.
 */
export const listEvents = listOperation({
  name: 'listEvents',
  path: '/v1/events',
  returns: 'event',
  params: shape(
    {},
    {
      ...createdPageParams,
      delivery_success: booleanParam,
      type: textParam,
      types: listParam(textParam),
    },
  ),
  table: ({ events }) => events,
  resource: 'event',
  select: (_, params) => selectEvents(params),
  show: (event) => event,
});

/** A stored event. */
export const retrieveEvent = operation({
  name: 'retrieveEvent',
  method: 'GET',
  path: '/v1/events/:event',
  returns: 'event',
  params: shape({ event: textParam }),
  run:
    ({ state }) =>
    ({ event }) =>
      findRow(state.events, 'event', event),
});

/** Records that a webhook endpoint has accepted an event: one endpoint less is pending. Does nothing if the event was dropped. */
export const recordDelivery: Control<{ readonly event: string }, null> = {
  name: 'recordDelivery',
  run:
    ({ state }) =>
    ({ event: id }) => {
      const event = state.events.get(id);
      if (event !== undefined && event.pending_webhooks > 0) {
        state.events.put(deepFreeze({ ...event, pending_webhooks: event.pending_webhooks - 1 }));
      }
      return E.right(null);
    },
};

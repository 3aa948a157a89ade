import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, invalidRequest, noSuch } from './errors.js';
import { type Control, operation } from './kernel/operation.js';
import { eventTypes } from './objects/event-types.js';
import { deepFreeze } from './objects/json.js';
import { createdPageParams } from './params/page.js';
import { flag, listOf, text } from './params/primitives.js';
import { shape } from './params/shape.js';
import { listPage } from './store/list-page.js';
import { eventsKey } from './store/state.js';
import type { Selection } from './store/table.js';

const mostTypes = 20;

/** The types that a name stands for: `charge.*` for all that begin so, `*` for all. */
const typesOf = (name: string): ReadonlyArray<string> =>
  name === '*' || name.endsWith('.*')
    ? eventTypes.filter((type) => type.startsWith(name.slice(0, -1)))
    : [name];

/** Which events are asked for, in terms of what they are kept by. */
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
  if (types !== undefined && types.length > mostTypes) {
    const message = `Array types exceeded maximum ${mostTypes} allowed elements.`;
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
 * A page of the events that are still kept, or of those of some types. `delivery_success`: those that have come to all
 * the endpoints they were for, or those that have not.
 */
export const listEvents = operation({
  name: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  returns: 'event',
  list: true,
  params: shape(
    {},
    { ...createdPageParams, delivery_success: flag, type: text, types: listOf(text) },
  ),
  run: (call) => (params) =>
    pipe(
      selectEvents(params),
      E.flatMap((selection) =>
        listPage({
          table: call.state.events,
          selection,
          resource: 'event',
          url: '/v1/events',
          page: params,
        }),
      ),
    ),
});

/** An event that is still kept. */
export const retrieveEvent = operation({
  name: 'retrieveEvent',
  method: 'GET',
  path: '/v1/events/:event',
  returns: 'event',
  params: shape({ event: text }),
  run: (call) => (params) =>
    E.fromNullable(noSuch('event', params.event))(call.state.events.get(params.event)),
});

/** An endpoint has taken an event: it waits for one endpoint less. An event that is no longer kept waits for none. */
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

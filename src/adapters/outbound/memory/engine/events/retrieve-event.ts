import * as E from 'fp-ts/lib/Either.js';
import { noSuch } from '../errors/no-such.js';
import type { EventObject } from '../objects/event-object.js';
import type { Operation } from '../operation.js';

/** An event that is still kept. */
export const retrieveEvent: Operation<{ readonly event: string }, EventObject> = {
  name: 'retrieveEvent',
  method: 'GET',
  path: '/v1/events/:event',
  run: (call) => (params) =>
    E.fromNullable(noSuch('event', params.event))(call.state.events.get(params.event)),
};

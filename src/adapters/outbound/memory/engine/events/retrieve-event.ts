import * as E from 'fp-ts/lib/Either.js';
import { noSuch } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';

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

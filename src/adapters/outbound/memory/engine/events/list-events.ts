import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { operation } from '../kernel/operation.js';
import { createdPageParams } from '../params/page.js';
import { flag, listOf, text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { listPage } from '../store/list-page.js';
import { selectEvents } from './select-events.js';

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

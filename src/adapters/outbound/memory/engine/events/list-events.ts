import type { EventObject } from '../objects/event-object.js';
import type { ListObject } from '../objects/list-object.js';
import type { Operation } from '../operation.js';
import { listPage, type PageParams } from '../state/list-page.js';

/** A page of the events that are still kept, or of those of a type. */
export const listEvents: Operation<
  PageParams & { readonly type?: string },
  ListObject<EventObject>
> = {
  name: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  run: (call) => (params) =>
    listPage({
      table: call.state.events,
      selection: params.type === undefined ? 'all' : { index: 'type', key: params.type },
      resource: 'event',
      url: '/v1/events',
      page: params,
    }),
};

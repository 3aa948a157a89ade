import { operation } from '../operation.js';
import { createdPageParams } from '../params/created-page-params.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { listPage } from '../state/list-page.js';

/** A page of the events that are still kept, or of those of a type. */
export const listEvents = operation({
  name: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  gives: 'event',
  list: true,
  params: shape({}, { ...createdPageParams, type: text }),
  run: (call) => (params) =>
    listPage({
      table: call.state.events,
      selection: params.type === undefined ? 'all' : { index: 'type', key: params.type },
      resource: 'event',
      url: '/v1/events',
      page: params,
    }),
});

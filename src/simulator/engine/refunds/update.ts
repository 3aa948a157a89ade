import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { changedFields, deepFreeze } from '../objects/json.js';
import type { RefundObject } from '../objects/refund.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findRefund } from '../store/find.js';

/** Stores a changed refund and emits its events. Does nothing if nothing has changed. */
export const saveRefund = (
  context: RequestContext,
  before: RefundObject,
  after: RefundObject,
): RefundObject => {
  const changed = changedFields(before, after);
  if (Object.keys(changed).length === 0) return before;
  context.state.refunds.put(deepFreeze(after));
  context.emit('refund.updated', after, changed);
  context.emit('charge.refund.updated', after, changed);
  return after;
};

/** Changes the metadata of a refund. */
export const updateRefund = operation({
  name: 'updateRefund',
  method: 'POST',
  path: '/v1/refunds/:refund',
  returns: 'refund',
  params: shape({ refund: textParam }, { metadata: metadataParam }),
  run: (context) => (params) =>
    pipe(
      findRefund(context, params.refund),
      E.bindTo('before'),
      E.bind('metadata', ({ before }) => mergeMetadata(before.metadata, params.metadata)),
      E.map(({ before, metadata }) => saveRefund(context, before, { ...before, metadata })),
    ),
});

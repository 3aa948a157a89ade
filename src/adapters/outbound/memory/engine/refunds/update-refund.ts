import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { operation } from '../kernel/operation.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findRefund } from '../store/find.js';
import { saveRefund } from './save-refund.js';

/** Changes the notes on a refund. */
export const updateRefund = operation({
  name: 'updateRefund',
  method: 'POST',
  path: '/v1/refunds/:refund',
  returns: 'refund',
  params: shape({ refund: text }, { metadata: metadataParam }),
  run: (call) => (params) =>
    pipe(
      findRefund(call, params.refund),
      E.bindTo('before'),
      E.bind('metadata', ({ before }) => mergeMetadata(before.metadata, params.metadata)),
      E.map(({ before, metadata }) => saveRefund(call, before, { ...before, metadata })),
    ),
});

import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { operation } from '../kernel/operation.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findPayout, savePayout } from './payout-record.js';

/** Changes the metadata of a payout. */
export const updatePayout = operation({
  name: 'updatePayout',
  method: 'POST',
  path: '/v1/payouts/:payout',
  returns: 'payout',
  params: shape({ payout: textParam }, { metadata: metadataParam }),
  run: (context) => (params) =>
    pipe(
      findPayout(context, params.payout),
      E.bindTo('before'),
      E.bind('metadata', ({ before }) => mergeMetadata(before.metadata, params.metadata)),
      E.map(({ before, metadata }) => savePayout(context, 'payout.updated', before, { metadata })),
    ),
});

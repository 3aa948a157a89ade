import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { operation } from '../kernel/operation.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findSession } from './read.js';
import { saveSession } from './session-record.js';

/** Changes the metadata of a session. */
export const updateCheckoutSession = operation({
  name: 'updateCheckoutSession',
  method: 'POST',
  path: '/v1/checkout/sessions/:session',
  returns: 'checkout.session',
  params: shape(
    { session: textParam },
    {
      metadata: metadataParam,
      ...notSimulated('collected_information', 'line_items', 'shipping_options'),
    },
  ),
  run: (context) => (params) =>
    pipe(
      findSession(context, params.session),
      E.bindTo('session'),
      E.bind('metadata', ({ session }) => mergeMetadata(session.metadata, params.metadata)),
      E.map(({ session, metadata }) => saveSession(context, { ...session, metadata })),
    ),
});

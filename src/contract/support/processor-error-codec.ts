import * as t from 'io-ts';
import { nullable } from '../../domain/primitives.js';

/** The shape of `ProcessorError`. */
export const ProcessorErrorCodec = t.union(
  [
    t.type({
      _tag: t.literal('CardError'),
      message: t.string,
      code: nullable(t.string),
      declineCode: nullable(t.string),
      param: nullable(t.string),
      charge: nullable(t.string),
      paymentIntent: nullable(t.string),
    }),
    t.type({
      _tag: t.literal('ProcessorRefused'),
      status: t.Integer,
      message: t.string,
      code: nullable(t.string),
      param: nullable(t.string),
    }),
    t.type({
      _tag: t.literal('ProcessorUnavailable'),
      outcome: t.union([t.literal('not_done'), t.literal('unknown')]),
      cause: t.unknown,
    }),
    t.type({ _tag: t.literal('ProcessorFailed'), status: t.Integer, cause: t.unknown }),
    t.type({ _tag: t.literal('ProcessorAuthenticationFailed'), cause: t.unknown }),
    t.type({ _tag: t.literal('Unexpected'), cause: t.unknown }),
  ],
  'ProcessorError',
);

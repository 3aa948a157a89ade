import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failIf } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findIntent } from '../store/find.js';
import { secretProblem } from './secret-problem.js';

/** A payment intent. */
export const retrieveIntent = operation({
  name: 'retrievePaymentIntent',
  method: 'GET',
  path: '/v1/payment_intents/:payment_intent',
  returns: 'payment_intent',
  params: shape({ payment_intent: text }, { client_secret: text }),
  run: (call) => (params) =>
    pipe(
      findIntent(call, params.payment_intent),
      E.tap((intent) => failIf(secretProblem(intent, params.client_secret))),
    ),
});

import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { getPayment } from '../../../src/application/use-cases/get-payment.js';
import { PaymentIntentId } from '../../../src/domain/ids.js';
import { decoded } from '../../support/inputs/decoded.js';

describe('getPayment', () => {
  it('does not find an unknown payment intent', async () => {
    const get = getPayment({
      retrievePaymentIntent: () =>
        TE.left({
          _tag: 'ProcessorRefused',
          status: 400,
          message: 'No such thing',
          code: 'resource_missing',
          param: 'intent',
        }),
    });
    expect(await get({ payment_intent: decoded(PaymentIntentId, 'pi_1') })()).to.deep.equal(
      E.left({ _tag: 'NotFound', resource: 'payment_intent' }),
    );
  });
});

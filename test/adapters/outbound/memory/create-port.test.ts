import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CallOptions } from '../../../../src/application/ports/payment-processor.js';
import { CustomerId, PaymentMethodId } from '../../../../src/domain/ids.js';
import { MinorUnits } from '../../../../src/domain/money/money.js';
import type { ProcessorError } from '../../../../src/domain/payment-error.js';
import { createMemoryProcessor } from '../../../../src/memory.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { decoded } from '../../../support/inputs/decoded.js';
import { openShop, pay } from './support/open-shop.js';
import { right } from './support/outcomes.js';

const left = <L, A>(result: E.Either<L, A>): L => {
  if (E.isRight(result)) throw new Error('not refused');
  return result.left;
};

describe('the port', () => {
  it('does nothing when the call may not be sent', async () => {
    const processor = createMemoryProcessor({ seed: 1 });
    const withheld: ProcessorError = {
      _tag: 'ProcessorUnavailable',
      outcome: 'not_done',
      cause: new Error('the key belongs to another request'),
    };
    const create = (beforeAttempt: NonNullable<CallOptions['beforeAttempt']>) =>
      processor.createCustomer({ name: 'Ana' }, { beforeAttempt })();
    expect(left(await create(TE.left(withheld)))).to.equal(withheld);
    expect(right(await processor.listCustomers({ limit: 1 })()).data).to.deep.equal([]);
    right(await create(TE.right(undefined)));
    expect(right(await processor.listCustomers({ limit: 1 })()).data).to.have.length(1);
  });

  it('speaks the domain of errors', async () => {
    const processor = createMemoryProcessor({ seed: 1 });
    const { id } = right(await processor.createCustomer({ name: 'Ana' })());
    const customer = decoded(CustomerId, id);
    const create = (paymentMethod: string) =>
      processor.createPaymentIntent({
        amount: decoded(MinorUnits, 2000),
        currency: 'eur',
        customer,
        payment_method: decoded(PaymentMethodId, paymentMethod),
        confirmation_method: 'manual',
        confirm: true,
      })();
    const declined = left(await create('pm_card_visa_chargeDeclinedLostCard'));
    const [intent] = right(await processor.listPaymentIntents({ customer, limit: 1 })()).data;
    expect(declined).to.deep.equal({
      _tag: 'CardError',
      message: 'Your card was declined.',
      code: 'card_declined',
      decline_code: 'lost_card',
      param: null,
      charge: intent?.latest_charge,
      payment_intent: intent?.id,
    });
    expect(left(await create('pm_x'))).to.deep.equal({
      _tag: 'ProcessorRefused',
      status: 400,
      message: "No such PaymentMethod: 'pm_x'",
      code: 'resource_missing',
      param: 'payment_method',
    });
    const fault = async (name: 'server_error' | 'rate_limit' | 'timeout_after' | 'unreachable') => {
      processor.controls.failNext({ on: 'createPaymentIntent', with: name });
      return left(await create('pm_card_visa'));
    };
    expect(await fault('server_error')).to.include({ _tag: 'ProcessorFailed', status: 500 });
    expect(await fault('rate_limit')).to.include({ _tag: 'ProcessorRefused', status: 429 });
    expect(await fault('timeout_after')).to.include({
      _tag: 'ProcessorUnavailable',
      outcome: 'unknown',
    });
    expect(await fault('unreachable')).to.include({ outcome: 'not_done' });
  });

  it('returns an intent with its latest charge', async () => {
    const { processor, ...shop } = openShop();
    const { latest_charge } = pay({ processor, ...shop });
    const customer = decoded(CustomerId, shop.customer);
    const [intent] = right(await processor.listPaymentIntents({ customer, limit: 1 })()).data;
    expect(intent?.latest_charge).to.equal(latest_charge);
    expect(intent?.charges).to.include({ object: 'list', has_more: false });
    expect(intent?.charges?.data).to.deep.equal([
      right(shop.engine.call(engineOperations.retrieveCharge, { charge: latest_charge ?? '' })),
    ]);
  });

  it('does nothing before its task runs, and does it twice when that runs twice', async () => {
    const { processor, engine } = openShop();
    const before = engine.snapshot();
    const task = processor.createCustomer({ name: 'Eva' });
    expect(engine.snapshot()).to.deep.equal(before);
    expect(right(await task()).id).not.to.equal(right(await task()).id);
  });
});

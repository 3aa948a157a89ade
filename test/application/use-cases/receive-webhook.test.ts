import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventInbox } from '../../../src/application/ports/event-store.js';
import { silentTelemetry } from '../../../src/application/ports/telemetry.js';
import type { WebhookVerifier } from '../../../src/application/ports/webhook-verifier.js';
import { receiveWebhook } from '../../../src/application/use-cases/receive-webhook.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { explodingDependencies } from '../../support/processors/exploding-dependencies.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const verified: WebhookVerifier = {
  verify: () => E.right({ event: processorObjects.event, signedWith: 'ab12cd34' }),
};

const receive = (webhookVerifier: WebhookVerifier, eventStore: Pick<EventInbox, 'store'>) =>
  receiveWebhook({
    webhookVerifier,
    eventStore,
    clock: () => 1_700_000_001,
    whyIgnored: () => undefined,
    telemetry: silentTelemetry,
  });

const call = { payload: '{}', signature: 't=1,v1=a' };

describe('receiveWebhook (decisions W3 to W5)', () => {
  it('replies after the event is stored', async () => {
    const order: Array<string> = [];
    const outcome = await receive(verified, {
      store: () =>
        TE.fromIO(() => {
          order.push('stored');
          return 'stored';
        }),
    })(call)();
    order.push('answered');
    expect(outcome).to.deep.equal(E.right({ received: true, type: 'payment_intent.succeeded' }));
    expect(order).to.deep.equal(['stored', 'answered']);
  });

  it('stores which secret signed the event', async () => {
    const given: Array<ReadonlyArray<unknown>> = [];
    await receive(verified, {
      store: (...event) => {
        given.push(event.slice(1));
        return TE.right('stored');
      },
    })(call)();
    expect(given).to.deep.equal([[1_700_000_001, undefined, 'ab12cd34']]);
  });

  it('reports that an event is a duplicate', async () => {
    expect(await receive(verified, { store: () => TE.right('duplicate') })(call)()).to.deep.equal(
      E.right({ received: true, type: 'payment_intent.succeeded', duplicate: true }),
    );
  });

  it('fails when the event cannot be stored, so that the processor sends it again', async () => {
    const { StoreUnavailable } = paymentErrors;
    expect(
      await receive(verified, { store: () => TE.left(StoreUnavailable) })(call)(),
    ).to.deep.equal(E.left(StoreUnavailable));
  });

  for (const error of [
    paymentErrors.WebhookSignatureMissing,
    paymentErrors.WebhookSecretMissing,
    paymentErrors.WebhookSignatureInvalid,
    paymentErrors.WebhookPayloadInvalid,
  ]) {
    it(`does not store the event on ${error._tag}`, async () => {
      const { eventStore } = explodingDependencies;
      expect(await receive({ verify: () => E.left(error) }, eventStore)(call)()).to.deep.equal(
        E.left(error),
      );
    });
  }

  it('verifies an absent body as an empty one', async () => {
    const calls: Array<unknown> = [];
    const verify: WebhookVerifier['verify'] = (given) => {
      calls.push(given);
      return E.left(paymentErrors.WebhookSignatureMissing);
    };
    await receive({ verify }, explodingDependencies.eventStore)({})();
    expect(calls).to.deep.equal([{ payload: '', signature: undefined }]);
  });
});

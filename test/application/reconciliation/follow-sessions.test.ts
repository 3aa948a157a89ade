import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { openReconciliationLedger } from '../../../src/adapters/outbound/sqlite/reconciliation-ledger.js';
import type { PaymentProcessor } from '../../../src/application/ports/payment-processor.js';
import type { ReconciliationLedger } from '../../../src/application/ports/reconciliation-ledger.js';
import { followSessions } from '../../../src/application/reconciliation/follow-sessions.js';
import type { CheckoutSession } from '../../../src/domain/objects/checkout-session.js';
import type { ProcessorError } from '../../../src/domain/payment-error.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const refused = (status: number): ProcessorError => ({
  _tag: 'ProcessorRefused',
  status,
  message: 'no',
  code: null,
  param: null,
});

const instantly = async (): Promise<void> => undefined;

describe('orders that refer to Checkout Sessions', () => {
  let ledger: ReconciliationLedger;
  beforeEach(async () => {
    ledger = await openReconciliationLedger(':memory:');
  });
  afterEach(() => ledger.close());

  const keep = (references: ReadonlyArray<string>) =>
    ledger.keep(
      'orders',
      references.map((reference, at) => ({
        id: String(at).padStart(4, '0'),
        amount: 1000,
        state: 'paid' as const,
        reference,
      })),
      { cursor: null, done: true },
    );
  const follow = async (
    answer: (session: string) => E.Either<ProcessorError, Partial<CheckoutSession>>,
  ) => {
    const asked: Array<string> = [];
    const retrieveCheckoutSession: PaymentProcessor['retrieveCheckoutSession'] =
      ({ session }) =>
      async () => {
        asked.push(session);
        const found = answer(session);
        return E.isLeft(found)
          ? found
          : E.right({ ...processorObjects.checkoutSession, ...found.right });
      };
    const outcome = await followSessions({
      processor: { retrieveCheckoutSession },
      ledger,
      pause: instantly,
      turn: instantly,
      onRetry: instantly,
    })();
    const found = await ledger.cases('', 1000);
    return { outcome, asked, references: found.map(({ found: { order } }) => order?.reference) };
  };

  it('refer to the payments of these, on any page', async () => {
    await keep([...Array.from({ length: 101 }, (_, at) => `cs_${at}`), 'pi_9', 'csv_1']);
    const { outcome, asked, references } = await follow((session) =>
      E.right({ payment_intent: session.replace('cs_', 'pi_') }),
    );
    expect(outcome).to.deep.equal(E.right(undefined));
    expect(asked).to.have.length(101);
    expect(references[100]).to.equal('pi_100');
    expect(references.slice(101)).to.deep.equal(['pi_9', 'csv_1']);
  });

  it('stay as they are where a session has no payment, is unknown or is no id', async () => {
    await keep(['cs_1', 'cs_2', 'cs_3 or 4']);
    const { outcome, asked, references } = await follow((session) =>
      session === 'cs_1' ? E.right({ payment_intent: null }) : E.left(refused(404)),
    );
    expect(outcome).to.deep.equal(E.right(undefined));
    expect(asked).to.deep.equal(['cs_1', 'cs_2']);
    expect(references).to.deep.equal(['cs_1', 'cs_2', 'cs_3 or 4']);
  });

  it('stay as they are where the processor has no sessions', async () => {
    await keep(['cs_1']);
    const { outcome } = await follow(() =>
      E.left({
        _tag: 'UnsupportedOperation',
        operation: 'retrieveCheckoutSession',
        feature: 'checkout',
      }),
    );
    expect(outcome).to.deep.equal(E.right(undefined));
  });

  it('fail where the processor refuses to tell', async () => {
    await keep(['cs_1']);
    expect((await follow(() => E.left(refused(403)))).outcome).to.deep.equal(E.left(refused(403)));
  });
});

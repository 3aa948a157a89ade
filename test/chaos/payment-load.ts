import { expect } from 'chai';
import type { FakeServer } from '../../src/fake-server/start-fake-server.js';
import { at } from '../support/at.js';
import { callAt, type Answer, type Call } from '../support/call.js';
import { journeys } from '../support/journeys.js';
import { textAt } from '../support/text-at.js';
import { inParallel } from './in-parallel.js';
import { insist, type Tally } from './insist.js';
import { listAll } from './list-all.js';

/** Payments that a client makes and insists on. Each has an amount of its own, in cents. */
export type PaymentLoad = {
  readonly tally: Tally;
  readonly done: () => number;
  /** Makes all of them, several at once. */
  readonly run: () => Promise<void>;
  /** Fails unless each payment was made once at the processor, and each answer is that of its payment. */
  readonly check: () => Promise<void>;
};

const lowestCents = 1000;
const atOnce = 8;

const euros = (cents: number): string => (cents / 100).toFixed(2);

/** For a service that answers already. */
export const createPaymentLoad = async (
  address: string,
  processor: FakeServer,
  count: number,
): Promise<PaymentLoad> => {
  const call = callAt(address);
  const customer_id = await journeys(call).customer();
  const answers = new Map<number, Answer>();
  const tally: Tally = new Map();
  const amounts = Array.from({ length: count }, (_, number) => lowestCents + number);

  const pay = (cents: number): ReturnType<Call> =>
    call('POST', '/api/payments', {
      body: {
        amount: euros(cents),
        customer_id,
        payment_method: 'pm_card_visa',
        confirm: true,
      },
      headers: { 'idempotency-key': `payment-${cents}` },
    });

  const listed = (path: string) =>
    listAll(async (query) => {
      const headers = { authorization: `Bearer ${processor.apiKey}` };
      const answer = await callAt(processor.url)('GET', `/v1/${path}?${query}`, { headers });
      return answer.body;
    });

  return {
    tally,
    done: () => answers.size,
    run: () =>
      inParallel(amounts, atOnce, async (cents) => {
        answers.set(cents, await insist(() => pay(cents), 201, tally));
      }),
    check: async () => {
      const answered = amounts.map((cents) => {
        const body = answers.get(cents)?.body;
        return [textAt(body, 'data.id'), cents, 'succeeded', textAt(body, 'data.latest_charge')];
      });
      const intents = await listed('payment_intents');
      const charges = await listed('charges');
      expect(
        intents.map((intent) =>
          ['id', 'amount_received', 'status', 'latest_charge'].map((field) => at(intent, field)),
        ),
      ).to.have.deep.members(answered);
      expect(
        charges.map((charge) => ['id', 'amount', 'status'].map((field) => at(charge, field))),
      ).to.have.deep.members(answered.map(([, cents, status, id]) => [id, cents, status]));

      await inParallel(amounts, atOnce, async (cents) => {
        const again = await insist(() => pay(cents), 201, new Map());
        expect(again.body).to.deep.equal(answers.get(cents)?.body);
      });
    },
  };
};

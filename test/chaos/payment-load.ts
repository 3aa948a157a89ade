import { expect } from 'chai';
import type { FakeServer } from '../../src/fake-server/start-fake-server.js';
import { at } from '../support/at.js';
import { type Answer, callAt } from '../support/call.js';
import { journeys } from '../support/journeys.js';
import { inParallel } from './in-parallel.js';
import { insist, type Tally } from './insist.js';
import { listAll } from './list-all.js';
import { kindOf, type Order, type Post, refundCents } from './orders.js';

/** Customers that pay, and insist on it. */
export type PaymentLoad = {
  readonly tally: Tally;
  /** How many orders are paid. */
  readonly done: () => number;
  /** Makes the payment of the order of this number, with all that belongs to it. */
  readonly pay: (number: number) => Promise<void>;
  /** Fails unless the processor holds what the customers were told and no more, and each answer is given again. */
  readonly check: () => Promise<void>;
};

type Told = { readonly post: () => Promise<Answer>; readonly answer: Answer };

const lowestCents = 1000;

const repeated = <A>(count: number, row: A): ReadonlyArray<A> =>
  Array.from({ length: count }, () => row);

/** For a service that answers already. */
export const createPaymentLoad = async (
  address: string,
  processor: FakeServer,
): Promise<PaymentLoad> => {
  const call = callAt(address);
  const customer = await journeys(call).customer();
  const tally: Tally = new Map();
  const told: Array<Told> = [];
  const orders: Array<Order> = [];

  // Every request has a key of its own.
  const postFor = (number: number): Post => {
    let step = 0;
    return async (path, status, body) => {
      step += 1;
      const headers = { 'idempotency-key': `order-${number}-${step}` };
      const post = () => call('POST', path, { body, headers });
      const answer = await insist(post, status, tally);
      told.push({ post, answer });
      return at(answer.body, 'data');
    };
  };

  const listed = async (
    path: string,
    rowOf: (item: unknown) => ReadonlyArray<unknown>,
  ): Promise<ReadonlyArray<ReadonlyArray<unknown>>> => {
    const headers = { authorization: `Bearer ${processor.apiKey}` };
    const page = async (query: string) =>
      (await callAt(processor.url)('GET', `/v1/${path}?${query}`, { headers })).body;
    return (await listAll(page)).map(rowOf);
  };

  return {
    tally,
    done: () => orders.length,
    pay: async (number) => {
      const { controls } = processor.processor;
      const cents = lowestCents + number;
      const authenticate = (intent: string) => void controls.completeChallenge(intent);
      orders.push(await kindOf(number)({ cents, customer, post: postFor(number), authenticate }));
    },
    check: async () => {
      const fields = (item: unknown, ...names: ReadonlyArray<string>) =>
        names.map((name) => at(item, name));

      expect(
        await listed('payment_intents', (intent) =>
          at(intent, 'status') === 'succeeded'
            ? fields(intent, 'amount_received', 'id', 'latest_charge')
            : fields(intent, 'amount', 'status'),
        ),
      ).to.have.deep.members(
        orders.flatMap(({ cents, intent, charge, abandoned }) => [
          [cents, intent, charge],
          ...repeated(abandoned, [cents, 'requires_payment_method']),
        ]),
      );
      expect(
        await listed('charges', (charge) =>
          at(charge, 'status') === 'succeeded'
            ? fields(charge, 'amount', 'id', 'amount_refunded')
            : fields(charge, 'amount', 'status'),
        ),
      ).to.have.deep.members(
        orders.flatMap(({ cents, charge, refunds, declines }) => [
          [cents, charge, refundCents * refunds.length],
          ...repeated(declines, [cents, 'failed']),
        ]),
      );
      expect(
        await listed('refunds', (refund) => fields(refund, 'id', 'charge', 'amount')),
      ).to.have.deep.members(
        orders.flatMap(({ charge, refunds }) => refunds.map((id) => [id, charge, refundCents])),
      );

      await inParallel(told, async ({ post, answer }) => {
        const again = await insist(post, answer.status, new Map());
        expect(again.body).to.deep.equal(answer.body);
      });
    },
  };
};

import { expect } from 'chai';
import type { FakeServer } from '../../src/fake-server.js';
import { type Answer, callAt } from '../support/http/call.js';
import { at } from '../support/json/at.js';
import { inParallel, insist, listAll, type Tally } from './client.js';
import { kindOf, newCustomer, type Order, refundCents, type Send } from './orders.js';

/** Customers that pay, and repeat each request until it is answered. */
export type PaymentLoad = {
  readonly tally: Tally;
  /** The number of paid orders. */
  readonly done: () => number;
  /** Pays the order with this number, including its declines, challenge or refunds. */
  readonly pay: (number: number) => Promise<void>;
  /**
   * Repeats every request. Fails unless each replayed answer is the same as before, each other one is about the same
   * object, and the processor holds exactly what the customers were told. Returns the counts that it found, and how many requests ran again under their keys.
   * `lostAnswers`: the store may have lost answers that were sent.
   */
  readonly check: (faults?: { readonly lostAnswers: boolean }) => Promise<Found>;
};

type Found = {
  readonly doneAnew: number;
  readonly 'charges without an order': number;
  readonly 'orders without a charge': number;
};

type Told = { readonly send: () => Promise<Answer>; readonly answer: Answer };

const lowestCents = 1000;

const repeated = <A>(count: number, row: A): ReadonlyArray<A> =>
  Array.from({ length: count }, () => row);

const idIn = (body: unknown): unknown => at(at(body, 'data') ?? {}, 'id');

// A replay of a payment that was not complete says so.
const withoutAdvice = (body: unknown): unknown =>
  Object.fromEntries(
    Object.entries(body ?? {}).filter(([name]) => name !== 'advice' && name !== 'advice_code'),
  );

// A lost answer leaves its key in doubt. A look-up in the background may have settled the key meanwhile, by the object as it was then: a
// payment that was not complete may have been paid, and a charge booked. Declines are looked up as they were.
const lastingFacts =
  (told: unknown) =>
  (body: unknown): unknown => {
    if (at(body, 'data') === undefined) return withoutAdvice(body);
    const ended = at(told, 'data.status') === 'succeeded';
    const names = ['id', 'amount', ...(ended ? ['status', 'charge', 'latest_charge'] : [])];
    return names.map((name) => [name, at(body, `data.${name}`)]);
  };

/** The service must be running. */
export const createPaymentLoad = async (
  address: string,
  processor: FakeServer,
): Promise<PaymentLoad> => {
  const call = callAt(address);
  const tally: Tally = new Map();
  const told: Array<Told> = [];
  const orders: Array<Order> = [];

  // Each request has its own key.
  const senderFor = (name: string): Send => {
    let step = 0;
    return async (method, path, status, body) => {
      step += 1;
      const headers = { 'idempotency-key': `${name}-${step}` };
      const send = () => call(method, path, { body, headers });
      const answer = await insist(send, status, tally);
      told.push({ send, answer });
      return at(answer.body, 'data');
    };
  };

  const customer = await newCustomer(senderFor('load'));

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
      orders.push(
        await kindOf(number)({ cents, customer, send: senderFor(`order-${number}`), authenticate }),
      );
    },
    check: async ({ lostAnswers } = { lostAnswers: false }) => {
      let doneAnew = 0;
      await inParallel(told, async ({ send, answer }) => {
        const again = await insist(send, answer.status, new Map());
        const replayed = again.headers.get('idempotent-replayed') === 'true';
        if (!replayed) doneAnew += 1;
        // After a crash of the database undid the answer, it is made anew, and may show what happened to the object since.
        const asReplayed = lostAnswers ? lastingFacts(answer.body) : withoutAdvice;
        const compared = replayed ? asReplayed : idIn;
        expect(compared(again.body)).to.deep.equal(compared(answer.body));
      });

      const fields = (item: unknown, ...names: ReadonlyArray<string>) =>
        names.map((name) => at(item, name));

      const charged = await listed('charges', (charge) =>
        at(charge, 'status') === 'succeeded' ? fields(charge, 'id') : [],
      );
      const paid = orders.map(({ charge }) => charge);
      const ledger = {
        'charges without an order': charged.flat().filter((id) => !paid.some((one) => one === id))
          .length,
        'orders without a charge': paid.filter((id) => !charged.flat().includes(id)).length,
      };
      expect(ledger).to.deep.equal({ 'charges without an order': 0, 'orders without a charge': 0 });

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
      expect(await listed('customers', (found) => fields(found, 'id'))).to.deep.equal([[customer]]);
      return { doneAnew, ...ledger };
    },
  };
};

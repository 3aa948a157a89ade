import { strict as assert } from 'node:assert';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { LedgerPage } from '../../application/ports/payment-processor.js';
import {
  BalanceTransactionId,
  ChargeId,
  PaymentIntentId,
  PayoutId,
  RefundId,
} from '../../domain/ids.js';
import type { List } from '../../domain/input/list.js';
import type { BalanceTransaction } from '../../domain/objects/balance-transaction.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { Subject, Suite } from '../suite.js';
import { mustSucceed, succeed } from '../support/expect-outcome.js';
import { proven } from '../support/ids.js';
import { newPayment } from '../support/new-payment.js';

type Created = { readonly id: string; readonly created: number };
type Read<A> = (page: LedgerPage<never>) => TE.TaskEither<ProcessorError, List<A>>;

/** A ledger, and how a clause adds something to it. */
type Ledger = {
  readonly call: string;
  readonly what: string;
  readonly add: (processor: Subject) => Promise<string>;
  readonly list: (processor: Subject, cursor?: string) => Read<Created>;
};

const pay = async (processor: Subject) => {
  const [amount] = processor.given.amounts;
  return newPayment(processor, amount);
};

const after = <C>(codec: { readonly is: (id: unknown) => id is C }, cursor: string | undefined) =>
  codec.is(cursor) ? { starting_after: cursor } : {};

const ledgers: ReadonlyArray<Ledger> = [
  {
    call: 'listAllPaymentIntents',
    what: 'payment intents',
    add: async (processor) => (await pay(processor)).id,
    list: (processor, cursor) => (page) =>
      processor.listAllPaymentIntents({ ...page, ...after(PaymentIntentId, cursor) }),
  },
  {
    call: 'listCharges',
    what: 'charges',
    add: async (processor) => (await pay(processor)).charge,
    list: (processor, cursor) => (page) =>
      processor.listCharges({ ...page, ...after(ChargeId, cursor) }),
  },
  {
    call: 'listAllRefunds',
    what: 'refunds',
    add: async (processor) => {
      const { charge } = await pay(processor);
      return (await mustSucceed(processor).createRefund({ charge })).id;
    },
    list: (processor, cursor) => (page) =>
      processor.listAllRefunds({ ...page, ...after(RefundId, cursor) }),
  },
];

// The account may have objects of others.
const mostPages = 100;

/** The items of the first pages, until `enough`, or of all. */
const walk = async <A extends { readonly id: string }>(
  what: string,
  read: (cursor: string | undefined) => TE.TaskEither<ProcessorError, List<A>>,
  enough: (found: ReadonlyArray<A>) => boolean,
): Promise<ReadonlyArray<A>> => {
  const go = async (found: ReadonlyArray<A>, rest: number): Promise<ReadonlyArray<A>> => {
    assert.ok(rest > 0, `${what}: has_more must be false on the last page`);
    const { data, has_more } = await succeed(what, read(found.at(-1)?.id));
    assert.ok(data.length > 0 || !has_more, `${what}: has_more must be false on an empty page`);
    const all = [...found, ...data];
    return has_more && !enough(all) ? go(all, rest - 1) : all;
  };
  return go([], mostPages);
};

/** The transactions that an object caused. They are newer than its payment, but many may be newer than they. */
const entriesOf = async (
  processor: Subject,
  sources: ReadonlyArray<string>,
): Promise<ReadonlyArray<BalanceTransaction>> => {
  const all = await walk(
    'listBalanceTransactions',
    (cursor) =>
      processor.listBalanceTransactions({ limit: 100, ...after(BalanceTransactionId, cursor) }),
    (found) => sources.every((source) => found.some((one) => one.source === source)),
  );
  return all.filter(({ source }) => typeof source === 'string' && sources.includes(source));
};

/** The ledgers of everything that was created in a time. */
export const allLedgers = (suite: Suite): void => {
  const { describe, it } = suite.needing('features.ledgers');

  describe('the ledgers', () => {
    for (const ledger of ledgers) {
      const { call, what } = ledger;

      it(`${call} lists each of the ${what} once, newest first, page by page`, async (processor) => {
        const added = [
          await ledger.add(processor),
          await ledger.add(processor),
          await ledger.add(processor),
        ];
        const ownOf = (found: ReadonlyArray<Created>) =>
          found.map(({ id }) => id).filter((id) => added.includes(id));
        const all = await walk(
          call,
          (cursor) => ledger.list(processor, cursor)({ limit: 2 }),
          (found) => ownOf(found).length === added.length,
        );
        assert.deepEqual(ownOf(all), added.toReversed(), `${call}: each once, newest first`);
      });

      it(`${call} lists the ${what} from a moment until just before another`, async (processor) => {
        const id = await ledger.add(processor);
        const isFound = (found: ReadonlyArray<Created>) => found.some((one) => one.id === id);
        const find = (range: Pick<LedgerPage<never>, 'created_from' | 'created_to'>) =>
          walk(call, (cursor) => ledger.list(processor, cursor)({ limit: 100, ...range }), isFound);
        const created = (await find({})).find((one) => one.id === id)?.created;
        assert.ok(created !== undefined, `${call}: what was just created is listed`);
        assert.deepEqual(
          [
            isFound(await find({ created_from: created, created_to: created + 1 })),
            isFound(await find({ created_from: created + 1 })),
            isFound(await find({ created_from: created - 1, created_to: created })),
          ],
          [true, false, false],
          `${call}: created_from is included, created_to is not`,
        );
      });
    }

    it('listCharges returns the state of a charge as it is now', async (processor) => {
      const [amount] = processor.given.amounts;
      const { id, charge } = await newPayment(processor, amount);
      await mustSucceed(processor).createRefund({ charge });
      const { data } = await mustSucceed(processor).listCharges({ limit: 100 });
      const found = data.find((one) => one.id === charge);
      assert.deepEqual(
        [found?.amount_captured, found?.amount_refunded, found?.refunded, found?.payment_intent],
        [amount, amount, true, id],
        'a listed charge has its captured and refunded amounts',
      );
    });
  });
};

/** The balance, its transactions and its payouts. */
export const balances = (suite: Suite): void => {
  const { describe, itWith } = suite.needing('features.balance');

  describe('the balance', () => {
    itWith(
      ['controls.bookPayments'],
      'listBalanceTransactions has a payment and its refund with amount, fee and net',
      async (processor) => {
        const [amount] = processor.given.amounts;
        const { charge } = await newPayment(processor, amount);
        const refund = await mustSucceed(processor).createRefund({ charge });
        await processor.given.bookPayments();
        const data = await entriesOf(processor, [charge, refund.id]);
        for (const [source, moved] of [
          [charge, amount],
          [refund.id, -amount],
        ] as const) {
          const entry = data.find((one) => one.source === source);
          assert.deepEqual(
            [entry?.amount, entry?.currency, (entry?.net ?? 0) + (entry?.fee ?? 0)],
            [moved, processor.given.currency, moved],
            'a balance transaction has the amount that moved, and net is amount without fee',
          );
        }
      },
    );

    itWith(
      ['controls.bookPayments'],
      'listBalanceTransactions pages through the changes of the balance',
      async (processor) => {
        const [amount] = processor.given.amounts;
        await newPayment(processor, amount);
        await newPayment(processor, amount);
        await processor.given.bookPayments();
        const { listBalanceTransactions } = mustSucceed(processor);
        const [first, second] = (await listBalanceTransactions({ limit: 2 })).data;
        const starting_after = proven(BalanceTransactionId, first?.id);
        const [next] = (await listBalanceTransactions({ limit: 1, starting_after })).data;
        assert.equal(
          next?.id,
          second?.id,
          'the page after a transaction begins with the next older',
        );
      },
    );

    itWith(
      ['controls.bookPayments'],
      'retrieveBalance grows by the net amount of a payment',
      async (processor) => {
        const { currency, amounts } = processor.given;
        const [amount] = amounts;
        const total = async () => {
          const { available, pending } = await mustSucceed(processor).retrieveBalance({});
          return [...available, ...pending]
            .filter((part) => part.currency === currency)
            .reduce((sum, part) => sum + part.amount, 0);
        };
        const before = await total();
        const { charge } = await newPayment(processor, amount);
        await processor.given.bookPayments();
        const data = await entriesOf(processor, [charge]);
        const net = data.find(({ source }) => source === charge)?.net ?? Number.NaN;
        assert.equal(await total(), before + net, 'available and pending together grow by the net');
      },
    );

    itWith(
      ['controls.payOut'],
      'listPayouts has a payout, whose transactions add up to zero with its own',
      async (processor) => {
        const [amount] = processor.given.amounts;
        const { charge } = await newPayment(processor, amount);
        const payout = proven(PayoutId, await processor.given.payOut());
        const payouts = await walk(
          'listPayouts',
          (cursor) => processor.listPayouts({ limit: 100, ...after(PayoutId, cursor) }),
          (some) => some.some(({ id }) => id === payout),
        );
        const found = payouts.find(({ id }) => id === payout);
        const data = await walk(
          'listBalanceTransactions',
          (cursor) =>
            processor.listBalanceTransactions({
              payout,
              limit: 100,
              ...after(BalanceTransactionId, cursor),
            }),
          () => false,
        );
        const own = data.find(({ source }) => source === payout);
        assert.deepEqual(
          [found?.automatic, own?.amount, data.reduce((sum, { net }) => sum + net, 0)],
          [true, -(found?.amount ?? 0), 0],
          'the net amounts of a payout add up to what it paid out',
        );
        assert.ok(
          data.some(({ source }) => source === charge),
          'the transactions of a payout are those that it pays out',
        );
      },
    );
  });
};

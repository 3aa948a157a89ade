import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import {
  BalanceTransactionId,
  ChargeId,
  DisputeId,
  PaymentIntentId,
  PayoutId,
  RefundId,
} from '../../domain/ids.js';
import type { List } from '../../domain/input/list.js';
import type { BalanceTransaction } from '../../domain/objects/balance-transaction.js';
import type { LedgerCharge } from '../../domain/objects/charge.js';
import type { Dispute } from '../../domain/objects/dispute.js';
import type { PaymentIntent } from '../../domain/objects/payment-intent.js';
import type { Payout } from '../../domain/objects/payout.js';
import type { Refund } from '../../domain/objects/refund.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import { orderIn } from '../doubts/request-summary.js';
import type { LedgerPage, PaymentProcessor } from '../ports/payment-processor.js';
import type {
  LedgerPart,
  LedgerRows,
  ReconciliationLedger,
} from '../ports/reconciliation-ledger.js';

/** The functions of the processor that are read. */
export type ReconciledProcessor = Pick<
  PaymentProcessor,
  | 'listAllPaymentIntents'
  | 'listCharges'
  | 'listAllRefunds'
  | 'listDisputes'
  | 'listBalanceTransactions'
  | 'listPayouts'
>;

/** The time to reconcile: from, and before. Unix seconds. */
export type ReconciledTime = { readonly from: number; readonly to: number };

type Dependencies = {
  readonly processor: ReconciledProcessor;
  readonly ledger: Pick<ReconciliationLedger, 'keep' | 'progress'>;
  /** Waits for so many milliseconds: before a call, for the rate that was asked for, and after a refusal for too many. */
  readonly pause: (ms: number) => Promise<void>;
  /** Waits until the next call may be sent. */
  readonly turn: () => Promise<void>;
  /** Called after each page. `through`: the creation time of its last row; rows come from the newest to the oldest. */
  readonly onPage: (page: {
    readonly part: LedgerPart;
    readonly rows: number;
    readonly through: number | null;
  }) => Promise<void>;
  /** Called before the wait for another try. `wait`: milliseconds. */
  readonly onRetry: (retry: {
    readonly error: ProcessorError;
    readonly wait: number;
  }) => Promise<void>;
  /** Called when the processor does not have a part. */
  readonly onMissing: (part: LedgerPart) => Promise<void>;
};

const pageSize = 100;
const mostTries = 8;
// A processor that has never answered is rather unreachable than busy.
const mostFirstTries = 3;

const isTooMany = (error: ProcessorError): boolean =>
  error._tag === 'ProcessorRefused' && error.status === 429;

// A list may say again what it said before.
const isWorthAnotherTry = (error: ProcessorError): boolean =>
  isTooMany(error) || error._tag === 'ProcessorUnavailable' || error._tag === 'ProcessorFailed';

/** How the processor is asked: slowly, and again after a failure. */
export type Patience = Pick<Dependencies, 'pause' | 'turn' | 'onRetry'>;

/**
 * Calls until the processor answers: at least a second after it refused a call for too many, and twice as long each time. Returns
 * the first failure: after it, the adapter may have sent no more calls for a while, which says nothing about the cause.
 */
export const patiently = async <A>(
  { pause, turn, onRetry }: Patience,
  call: TE.TaskEither<ProcessorError, A>,
  hasAnswered: boolean,
): Promise<E.Either<ProcessorError, A>> => {
  let first: E.Either<ProcessorError, A> | undefined;
  let isReachable = hasAnswered;
  for (let tries = 1; ; tries += 1) {
    await turn();
    const answer = await call();
    if (E.isRight(answer)) return answer;
    first ??= answer;
    if (!isWorthAnotherTry(answer.left)) return answer;
    isReachable ||= isTooMany(answer.left);
    if (tries >= (isReachable ? mostTries : mostFirstTries)) return first;
    const wait = 1000 * 2 ** (tries - 1);
    await onRetry({ error: answer.left, wait });
    await pause(wait);
  }
};

const orderNamedIn = (metadata: unknown): string | null => orderIn(metadata).order;

const paymentRow = (intent: PaymentIntent): LedgerRows['payments'] => ({
  id: intent.id,
  created: intent.created,
  amount: intent.amount,
  currency: intent.currency.toLowerCase(),
  status: intent.status,
  customer: intent.customer ?? null,
  order: orderNamedIn(intent.metadata),
});

const chargeRow = (charge: LedgerCharge): LedgerRows['charges'] => ({
  id: charge.id,
  payment: charge.payment_intent ?? null,
  created: charge.created,
  amount: charge.amount,
  captured: charge.status === 'succeeded' ? charge.amount_captured : 0,
  held: charge.status === 'succeeded' && !charge.captured && !charge.refunded ? charge.amount : 0,
  currency: charge.currency.toLowerCase(),
  status: charge.status,
  method: charge.payment_method_details?.type ?? null,
  customer: charge.customer ?? null,
  captureBefore: charge.payment_method_details?.card?.capture_before ?? null,
  order: orderNamedIn(charge.metadata),
});

// A refund of what was only authorized gives no money back, and is never booked. One that waits is booked later.
const givesMoneyBack = ({ balance_transaction, status }: Refund): boolean =>
  balance_transaction !== null || status === 'pending' || status === 'requires_action';

const refundRow = (refund: Refund): LedgerRows['refunds'] => ({
  id: refund.id,
  charge: refund.charge ?? null,
  payment: refund.payment_intent ?? null,
  amount: refund.amount,
  status: refund.status ?? 'pending',
  created: refund.created,
});

const disputeRow = (dispute: Dispute): LedgerRows['disputes'] => ({
  id: dispute.id,
  charge: dispute.charge,
  payment: dispute.payment_intent ?? null,
  amount: dispute.amount,
  currency: dispute.currency.toLowerCase(),
  status: dispute.status,
  created: dispute.created,
  evidenceDueBy: dispute.evidence_details?.due_by ?? null,
});

const transactionRow = (entry: BalanceTransaction): LedgerRows['transactions'] => ({
  id: entry.id,
  type: entry.type,
  category: entry.reporting_category ?? entry.type,
  source: entry.source ?? null,
  amount: entry.amount,
  fee: entry.fee,
  net: entry.net,
  currency: entry.currency.toLowerCase(),
  created: entry.created,
  availableOn: entry.available_on,
  exchangeRate: entry.exchange_rate ?? null,
});

const payoutRow = (payout: Payout): Omit<LedgerRows['payouts'], 'transactions'> => ({
  id: payout.id,
  amount: payout.amount,
  currency: payout.currency.toLowerCase(),
  status: payout.status,
  created: payout.created,
  automatic: payout.automatic ?? false,
});

const tellsTransactions = ({ automatic, reconciliation_status: state }: Payout): boolean =>
  automatic === true && state !== 'in_progress' && state !== 'not_applicable';

type Listed = { readonly id: string; readonly created: number };
type IdOf<Cursor> = { readonly is: (value: unknown) => value is Cursor };

const asCursor = <Cursor>({ is }: IdOf<Cursor>, id: string): Cursor => {
  if (is(id)) return id;
  throw new TypeError(`the processor listed ${JSON.stringify(id)}, which is not an id`);
};

type Lister<Item, Cursor> = (page: LedgerPage<Cursor>) => TE.TaskEither<ProcessorError, List<Item>>;

/**
 * Reads the processor's side of a time into the ledger, page by page: payments, charges and transactions of the time; refunds,
 * disputes and payouts from its beginning until now, because they may come later. A part that was read before goes on where it ended.
 */
export const readProcessorLedger =
  (deps: Dependencies) =>
  ({ from, to }: ReconciledTime): TE.TaskEither<ProcessorError, void> =>
  async () => {
    const { processor, ledger, onPage, onMissing } = deps;
    let hasAnswered = false;
    const ask = async <A>(
      call: TE.TaskEither<ProcessorError, A>,
    ): Promise<E.Either<ProcessorError, A>> => {
      const answer = await patiently(deps, call, hasAnswered);
      hasAnswered ||= E.isRight(answer);
      return answer;
    };

    const readPart = async <P extends LedgerPart, Item extends Listed, Cursor>(
      part: P,
      list: Lister<Item, Cursor>,
      ids: IdOf<Cursor>,
      rowsOf: (item: Item) => ReadonlyArray<LedgerRows[P]>,
      until: number | undefined,
      before: (items: ReadonlyArray<Item>) => Promise<E.Either<ProcessorError, void>> = async () =>
        E.right(undefined),
    ): Promise<E.Either<ProcessorError, void>> => {
      for (;;) {
        const { cursor, done, since } = ledger.progress(part);
        if (done) return E.right(undefined);
        const page = await ask(
          list({
            limit: pageSize,
            created_from: Math.max(from, since ?? from),
            ...(until === undefined ? {} : { created_to: until }),
            ...(cursor === null ? {} : { starting_after: asCursor(ids, cursor) }),
          }),
        );
        if (E.isLeft(page)) {
          if (page.left._tag !== 'UnsupportedOperation') return page;
          await onMissing(part);
          return E.right(undefined);
        }
        const { data, has_more } = page.right;
        const prepared = await before(data);
        if (E.isLeft(prepared)) return prepared;
        const last = data.at(-1);
        const isLast = !has_more || last === undefined;
        await ledger.keep(part, data.flatMap(rowsOf), {
          cursor: last?.id ?? cursor,
          done: isLast,
        });
        await onPage({ part, rows: data.length, through: last?.created ?? null });
      }
    };

    const readPaidOut = async (payout: Payout): Promise<E.Either<ProcessorError, void>> => {
      const row = payoutRow(payout);
      const { cursor } = ledger.progress('payouts');
      for (let after: string | undefined; ; ) {
        const page = await ask(
          processor.listBalanceTransactions({
            limit: pageSize,
            payout: asCursor(PayoutId, payout.id),
            ...(after === undefined
              ? {}
              : { starting_after: asCursor(BalanceTransactionId, after) }),
          }),
        );
        if (E.isLeft(page)) return page;
        const { data, has_more } = page.right;
        const others = data.filter(
          ({ id, type }) => type !== 'payout' && id !== payout.balance_transaction,
        );
        await ledger.keep(
          'payouts',
          [{ ...row, transactions: others.map(({ id, net }) => ({ id, net })) }],
          { cursor, done: false },
        );
        after = data.at(-1)?.id;
        if (!has_more || after === undefined) return E.right(undefined);
      }
    };

    const parts = [
      () =>
        readPart(
          'payments',
          processor.listAllPaymentIntents,
          PaymentIntentId,
          (one) => [paymentRow(one)],
          to,
        ),
      () => readPart('charges', processor.listCharges, ChargeId, (one) => [chargeRow(one)], to),
      () =>
        readPart(
          'refunds',
          processor.listAllRefunds,
          RefundId,
          (one) => (givesMoneyBack(one) ? [refundRow(one)] : []),
          undefined,
        ),
      () =>
        readPart(
          'disputes',
          processor.listDisputes,
          DisputeId,
          (one) => [disputeRow(one)],
          undefined,
        ),
      () =>
        readPart(
          'transactions',
          (page: Parameters<typeof processor.listBalanceTransactions>[0]) =>
            processor.listBalanceTransactions(page),
          BalanceTransactionId,
          (one) => [transactionRow(one)],
          to,
        ),
      () =>
        readPart(
          'payouts',
          processor.listPayouts,
          PayoutId,
          (one) => (tellsTransactions(one) ? [] : [{ ...payoutRow(one), transactions: null }]),
          undefined,
          async (payouts) => {
            for (const payout of payouts.filter(tellsTransactions)) {
              const read = await readPaidOut(payout);
              if (E.isLeft(read)) return read;
            }
            return E.right(undefined);
          },
        ),
    ];
    for (const read of parts) {
      const done = await read();
      if (E.isLeft(done)) return done;
    }
    return E.right(undefined);
  };

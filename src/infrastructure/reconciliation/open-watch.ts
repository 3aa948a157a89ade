import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { systemClock, systemSetRepeating } from '../../adapters/outbound/system-time.js';
import { type Logger, silentLogger } from '../../application/ports/logger.js';
import type { ReconciliationLedger } from '../../application/ports/reconciliation-ledger.js';
import { silentTelemetry, type Telemetry } from '../../application/ports/telemetry.js';
import { followSessions } from '../../application/reconciliation/follow-sessions.js';
import { readProcessorLedger } from '../../application/reconciliation/read-processor-ledger.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { describePaymentError } from '../../domain/payment-error-facts.js';
import type { ReconciledOrder } from '../../domain/reconciliation/ledger-case.js';
import type { Config } from '../config/config.js';
import type { CreateProcessor, ServiceProcessor } from '../load-processor.js';
import { quietPayments } from '../quiet-payments.js';
import type { Stores } from '../stores.js';
import { createCallPace } from './call-pace.js';
import { judgeSides } from './judge-sides.js';
import { keepOrders } from './keep-orders.js';
import { ordersFrom } from './order-sources.js';
import { OrdersProblem } from './orders-problem.js';
import { readOwnSide } from './read-own-side.js';
import { type FindAll, startWatch } from './watch.js';

// Calls a second: a twentieth of what Stripe takes for live keys, a fifth for test keys.
const callsPerSecond = 5;

const grace = 3600;

const mostFindings = 1000;

// An order is often paid days after it was made: a module that gives the orders of the time alone would leave it out.
const earlierOrders = 14 * 24 * 60 * 60;

const nothing = async (): Promise<void> => undefined;

const valueOrFail = <A>(outcome: E.Either<PaymentError, A>): A => {
  if (E.isRight(outcome)) return outcome.right;
  const { left } = outcome;
  throw new Error(describePaymentError(left), 'cause' in left ? { cause: left.cause } : {});
};

// An order of unknown age may be older than the time that is compared: then its payment is not there.
const datedOrders = async function* (
  orders: AsyncIterable<ReconciledOrder>,
): AsyncGenerator<ReconciledOrder> {
  for await (const order of orders) {
    if (order.created === undefined) {
      throw new OrdersProblem(`the order ${order.id} of RECONCILE_ORDERS has no created`);
    }
    yield order;
  }
};

type Parts = {
  readonly processor: ServiceProcessor;
  readonly stores: Stores;
};

const findAllIn =
  (config: Config, { processor, stores }: Parts, rate: number | undefined): FindAll =>
  async ({ from, to }, folder, signal) => {
    const pause = async (ms: number): Promise<void> => {
      await sleep(ms, undefined, { signal });
    };
    const pace = createCallPace({ rate, now: () => performance.now(), pause });
    const turn = async (): Promise<void> => {
      signal.throwIfAborted();
      await pace();
    };
    const compare = async (ledger: ReconciliationLedger) => {
      const { orders: source } = config.reconcile;
      if (source !== undefined) {
        const given = { source, folder: process.cwd(), stdin: undefined, to, signal };
        await keepOrders(ledger, datedOrders(ordersFrom({ ...given, from: from - earlierOrders })));
      }
      const parts = {
        processor,
        ledger,
        pause,
        turn,
        onPage: nothing,
        onRetry: nothing,
        onMissing: nothing,
      };
      valueOrFail(await readProcessorLedger(parts)({ from, to })());
      valueOrFail(await followSessions(parts)());
      const { lookUp } = quietPayments(config, processor, stores);
      const own = valueOrFail(
        await readOwnSide({ stores, config, ledger, lookUp, turn, now: to })({ from, to, grace })(),
      );
      await judgeSides({ ledger, processor, own, turn })({ from, to, now: to, grace, fees: [] });
      return ledger.findings(0, mostFindings);
    };
    const { openReconciliationLedger } = await import(
      '../../adapters/outbound/sqlite/reconciliation-ledger.js'
    );
    const ledger = await openReconciliationLedger(join(folder, 'ledger.sqlite'));
    try {
      return await compare(ledger);
    } finally {
      ledger.close();
    }
  };

/**
 * Starts the reconciliation in the service. At Stripe it has a client of its own, so that it takes no place and
 * opens no circuit breaker of requests.
 */
export const openWatch = (
  config: Config,
  {
    createProcessor,
    processor,
    stores,
    logger,
    telemetry,
  }: Parts & {
    readonly createProcessor: CreateProcessor;
    readonly logger: Logger;
    readonly telemetry: Telemetry;
  },
): { readonly stop: () => Promise<void> } => {
  const { minutes, days } = config.reconcile;
  const { processor: kind } = config;
  const isStripe = kind.kind === 'stripe';
  // A local server has no limit.
  const rate = isStripe && kind.baseUrl === undefined ? callsPerSecond : undefined;
  const { processorCallEnded } = telemetry;
  const own = isStripe
    ? createProcessor(systemClock, '', silentLogger, { ...silentTelemetry, processorCallEnded }, {})
    : processor;
  const watch = startWatch({
    findAll: findAllIn(config, { processor: own, stores }, rate),
    findings: stores.findingStore,
    owner: randomUUID(),
    minutes,
    days,
    clock: systemClock,
    setRepeating: systemSetRepeating,
    logger,
  });
  return {
    stop: async () => {
      await watch.stop();
      if (own !== processor) await own.close?.();
    },
  };
};

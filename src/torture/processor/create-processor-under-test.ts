import { createPort } from '../../adapters/outbound/memory/create-port.js';
import { describeCause } from '../../application/describe-cause.js';
import { createIds } from '../../simulator/index.js';
import {
  type Account,
  type FakeServer,
  type SwitchableMethod,
  startFakeServer,
} from '../../simulator/server.js';
import { startPostgresProxy } from '../database/postgres-proxy.js';
import type { Journal } from '../journal/journal.js';
import { TortureProblem } from '../options/torture-problem.js';
import type { PayMethod } from '../plan/pay-method.js';
import { accountOfRequest } from './account-of-request.js';
import { createAttribution } from './attribution.js';
import { tracesOfObject } from './call-description.js';
import { createCallHandler } from './call-handler.js';
import { createCommitHandler } from './commit-handler.js';
import { type Courier, createCourier } from './courier.js';
import { endChallenge } from './end-challenge.js';
import { createIncidentBook } from './incident-book.js';
import { createOvertaking } from './overtaking.js';
import { ledgerPayments } from './processor-ledger.js';
import type { ProcessorUnderTest } from './processor-under-test.js';
import { startReverseProxy } from './reverse-proxy.js';
import { createShopLink, type ShopCallbacks } from './shop-link.js';

export type ProcessorUnderTestOptions = {
  /** Absent: a free one. */
  readonly port?: number;
  readonly journal: Journal;
  readonly shop: ShopCallbacks;
  /** Where the shop receives webhooks; `undefined`: it registers its endpoints itself, or has none. */
  readonly webhookUrl: string | undefined;
  /** Types of events that it gets. Absent: all. */
  readonly webhookTypes?: ReadonlyArray<string>;
  /** Where the shop's PostgreSQL is. Absent: commits are not disturbed. */
  readonly database?: { readonly host: string; readonly port: number };
  /** The ids of the processor come from it: two runs at one database need two. */
  readonly seed: string;
  /** Called with what goes wrong in the tool itself, such as a shop that does not start again. */
  readonly onProblem: (problem: unknown) => void;
  /** Payment methods that the account has switched on besides cards and Link. */
  readonly methods?: ReadonlyArray<PayMethod>;
  /** How long a webhook waits after each try that was not accepted: one try more than pauses. Milliseconds. */
  readonly webhookPauses?: ReadonlyArray<number>;
  /** How long a try waits for its answer. Milliseconds. */
  readonly webhookTimeoutMs?: number;
};

// Eight tries within five seconds.
const usualPauses = [100, 200, 400, 700, 1000, 1200, 1400];
const usualTimeoutMs = 10_000;

/** The publishable key of the same account as a secret key. */
const publishableKeyOf = (apiKey: string): string => apiKey.replace(/^sk_/, 'pk_');

const startProxy = async (
  port: number,
  options: Omit<Parameters<typeof startReverseProxy>[0], 'port'>,
): ReturnType<typeof startReverseProxy> => {
  try {
    return await startReverseProxy({ port, ...options });
  } catch (cause) {
    throw new TortureProblem(
      `the processor cannot listen on port ${port} of 127.0.0.1: ${describeCause(cause)}. Choose another port.`,
      { cause },
    );
  }
};

/** Starts a processor that has no payments. Rejects with a `TortureProblem` when it cannot listen on the port. */
export const createProcessorUnderTest = async ({
  port = 0,
  journal,
  shop: callbacks,
  webhookUrl,
  webhookTypes,
  database,
  seed,
  onProblem,
  methods = [],
  webhookPauses = usualPauses,
  webhookTimeoutMs = usualTimeoutMs,
}: ProcessorUnderTestOptions): Promise<ProcessorUnderTest> => {
  const shop = createShopLink(callbacks);
  const attribution = createAttribution();
  const book = createIncidentBook(journal);
  const webhookSecret = createIds(`${seed}/webhook`).next('whsec');
  const requestIds = createIds(`${seed}/proxy`);
  const accounts = new Set<Account>();
  let moved = 0;
  let lateEvents = 0;
  const timers = new Set<NodeJS.Timeout>();

  const advance = (seconds: number): void => {
    moved += seconds;
    for (const { engine } of accounts) engine.clock.advance(seconds);
    calls.timePasses(moved);
    journal.add(null, { kind: 'clock', seconds });
  };

  const delays = new Map<NodeJS.Timeout, number>();
  const applyDelay = (): void => {
    lateEvents = Math.max(0, ...delays.values());
    for (const { engine } of accounts) engine.delayEvents(lateEvents);
  };
  const delayEvents = (seconds: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      delays.delete(timer);
      applyDelay();
    }, seconds * 1000);
    timers.add(timer);
    delays.set(timer, seconds);
    applyDelay();
  };
  const endDelays = (): void => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    delays.clear();
    applyDelay();
  };

  const overtaking = createOvertaking({
    journal,
    book,
    sentOnceAbout: (order) => courier.sentOnceAbout(order),
  });

  const courier: Courier = createCourier({
    overtaking,
    url: webhookUrl,
    types: webhookTypes,
    secret: webhookSecret,
    pauses: webhookPauses,
    timeoutMs: webhookTimeoutMs,
    journal,
    attribution,
    book,
    shop,
    isCalling: (order) => calls.isCalling(order),
    moved: () => moved,
    onProblem,
  });

  const calls = createCallHandler({
    overtaking,
    journal,
    attribution,
    book,
    shop,
    sentOnce: courier.sentOnce,
    newRequestId: () => requestIds.next('req'),
    delayEvents,
    onProblem,
  });

  const commits = createCommitHandler({ journal, attribution, book, shop, onProblem });

  const know = (account: Account): void => {
    if (accounts.has(account)) return;
    accounts.add(account);
    if (moved > 0) account.engine.clock.advance(moved);
    if (lateEvents > 0) account.engine.delayEvents(lateEvents);
    courier.listenTo(account);
  };

  const running: { server?: FakeServer } = {};
  const proxy = await startProxy(port, {
    target: () => running.server?.url ?? '',
    handle: (exchange) => {
      const { server } = running;
      const account = server === undefined ? null : accountOfRequest(server, exchange.request);
      if (account !== null) know(account);
      return calls.handle(exchange);
    },
    onProblem,
  });
  const server = await startFakeServer(createPort, {
    seed,
    methods: [...new Set<SwitchableMethod>(['card', 'link', ...methods])],
    publicUrl: proxy.url,
    webhook: { secret: webhookSecret, send: false },
  });
  running.server = server;
  const { apiKey, close } = server;
  know(server.account(apiKey));

  const databaseProxy =
    database === undefined
      ? null
      : await startPostgresProxy({ target: database, handle: commits.handle, onProblem });

  const emails = new Map<number, string>();

  return {
    url: proxy.url,
    apiKey,
    publishableKey: publishableKeyOf(apiKey),
    webhookSecret,
    databasePort: databaseProxy?.port ?? null,
    turnTo: commits.turnTo,
    expect: (order) => {
      emails.set(order.number, order.email);
      attribution.expect(order);
      book.expect(order);
    },
    orderOf: (id) => attribution.orderOfId(id),
    endChallenge: (payment, ends, card) => {
      const email = emails.get(attribution.orderOfId(payment) ?? 0);
      const customer = {
        ...(card === undefined ? {} : { card }),
        ...(email === undefined ? {} : { email }),
      };
      return [...accounts].some((account) => endChallenge(account, payment, ends, customer));
    },
    killShop: () => shop.restart(),
    advance,
    endIncidents: () => {
      book.end();
      endDelays();
    },
    busy: () => calls.busy() + courier.busy() + timers.size,
    payments: () =>
      [...accounts].flatMap(({ engine }) =>
        ledgerPayments(engine).map(({ payment, object }) => {
          const known = attribution.orderOfId(payment.id);
          return { ...payment, order: known ?? attribution.orderOf(tracesOfObject(object)) };
        }),
      ),
    refusedEvents: courier.refused,
    forge: courier.forge,
    close: async () => {
      book.end();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      courier.close();
      await databaseProxy?.close();
      await proxy.close();
      await close();
    },
  };
};

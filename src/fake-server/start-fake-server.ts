import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { attachToServer } from '../adapters/inbound/http/attach-to-server.js';
import { refuseForeignPages } from '../adapters/inbound/http/koa/refuse-foreign-pages.js';
import { listen } from '../adapters/inbound/http/listen.js';
import { createIds } from '../adapters/outbound/memory/engine/kernel/ids.js';
import type { MemoryProcessor } from '../adapters/outbound/memory/memory-processor.js';
import { systemClock } from '../adapters/outbound/system-time.js';
import {
  aFlag,
  aFunction,
  aLogger,
  aText,
  aWholeNumber,
  checkedOptions,
  must,
  optional,
  options,
  type Rules,
} from '../application/checked-options.js';
import { type Account, createAccounts } from './accounts.js';
import { createControlsRouter } from './controls-router.js';
import { brokenAnswer, createDescriptionRouter, createFakeApp } from './create-fake-app.js';
import { type FakeServerOptions, warningLogger } from './fake-server-options.js';
import { accountOf, accountOfKey } from './identify.js';
import { retryPauses } from './webhooks/retry-pauses.js';
import { createSender } from './webhooks/sender.js';
import { createAccountWebhooks } from './webhooks/webhooks.js';
import { createWebhooksRouter } from './webhooks/webhooks-router.js';
import { createWireRouter } from './wire/wire-router.js';

/** A server that speaks Stripe's wire protocol, with the in-memory processor behind it. */
export type FakeServer = {
  /** For example `http://127.0.0.1:12111`. */
  readonly url: string;
  /** A key that it takes. Every other test key is taken too, and is another account. */
  readonly apiKey: string;
  /** The processor behind `apiKey`, with its controls. */
  readonly processor: MemoryProcessor;
  /**
   * What stands behind a key, and behind an account (`acct_...`) that `Stripe-Account` names under it. Throws where the
   * server would refuse them.
   */
  readonly account: (apiKey: string, stripeAccount?: string) => Account;
  /** What is signed with that goes to webhooks which nobody registered. */
  readonly webhookSecret: string;
  /** Breaks off what is under way, and ends. */
  readonly close: () => Promise<void>;
};

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    // Its only error is that the server is closed already.
    server.close(() => resolve());
    server.closeAllConnections();
  });

const isPause = (value: unknown): boolean => typeof value === 'number' && value >= 0;

const rules: Rules<FakeServerOptions> = {
  host: optional(aText),
  port: optional(aWholeNumber(0, 65_535)),
  seed: optional(
    must('must be a text or a number', (seed) => ['string', 'number'].includes(typeof seed)),
  ),
  clock: optional(aFunction),
  keepEvents: optional(aWholeNumber(0)),
  rawCardNumbers: optional(aFlag),
  cardTokens: optional(aFlag),
  webhook: optional(options({ url: optional(aText), secret: optional(aText) })),
  webhookPauses: optional(
    must('must be an array of seconds', (value) => Array.isArray(value) && value.every(isPause)),
  ),
  webhookTimeoutMs: optional(aWholeNumber(1)),
  onDelivery: optional(aFunction),
  logger: optional(aLogger),
};

/**
 * Starts a server on a free port of the loopback address, or where the options say. Rejects when it cannot listen, and with
 * a `TypeError` for options that are not what they should be.
 */
export const startFakeServer = async (given: FakeServerOptions = {}): Promise<FakeServer> => {
  const {
    host = '127.0.0.1',
    port = 0,
    seed = randomUUID(),
    clock = systemClock,
    keepEvents = 10_000,
    rawCardNumbers = true,
    cardTokens = true,
    webhook = {},
    webhookPauses = retryPauses,
    webhookTimeoutMs = 20_000,
    onDelivery = () => undefined,
    logger = warningLogger,
  } = checkedOptions('startFakeServer', rules, given);
  const webhookSecret = webhook.secret ?? createIds(`${seed}/webhook`).next('whsec');
  const webhooks = createAccountWebhooks(createSender({ timeoutMs: webhookTimeoutMs, atOnce: 8 }), {
    webhook: webhook.url,
    secret: webhookSecret,
    pauses: webhookPauses,
    keepDeliveries: 10_000,
    keepWaiting: 10_000,
    clock: systemClock,
    random: Math.random,
    onDelivery,
  });
  // Longer than clients keep a connection: one that the server closes could meet a request that is on its way.
  const server = createServer({ keepAliveTimeout: 120_000 });
  const url = await listen(server, host, port);
  const accounts = createAccounts({
    seed: String(seed),
    clock,
    keepEvents,
    cardTokens,
    challengeUrl: (paymentIntent) => `${url}/_processor/challenges/${paymentIntent}`,
    onListenerError: (cause) => logger.error('event listener failed', { cause }),
    onAccount: (account) => {
      webhooks.of(account);
    },
  });
  const requests = createIds(`${seed}//requests`);
  const defaultAccount = { name: 'pasarela', connected: null };
  const controls = {
    accountOf: accountOf(accounts, defaultAccount),
    host,
    publicUrl: url,
    logger,
    verbose: true,
  };
  const apiKey = ['sk', 'test', defaultAccount.name].join('_');
  const { processor } = accounts.of(defaultAccount);
  const app = createFakeApp(
    [
      createDescriptionRouter({ url, apiKey, controls: processor.controls }),
      createWebhooksRouter({ webhooks, ...controls }),
      createControlsRouter({ accounts, defaultAccount, ...controls }),
      createWireRouter({ accounts, rawCardNumbers, guard: refuseForeignPages(controls, controls) }),
    ],
    { logger, newRequestId: () => requests.next('req') },
  );
  const handle = app.callback();
  attachToServer(server, (request, response) => void handle(request, response), brokenAnswer);
  return {
    url,
    apiKey,
    processor,
    account: accountOfKey(accounts),
    webhookSecret,
    close: () => {
      webhooks.close();
      return close(server);
    },
  };
};

import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { attachToServer } from '../adapters/inbound/http/attach-to-server.js';
import { refuseForeignPages } from '../adapters/inbound/http/koa/refuse-foreign-pages.js';
import { listen } from '../adapters/inbound/http/listen.js';
import { createIds } from '../adapters/outbound/memory/engine/kernel/ids.js';
import type { MemoryProcessor } from '../adapters/outbound/memory/memory-processor.js';
import { systemClock } from '../adapters/outbound/system-time.js';
import { checkedOptions } from '../application/checked-options.js';
import { type Account, createAccounts } from './accounts.js';
import { createControlsRouter } from './controls-router.js';
import { brokenRequestAnswer, createDescriptionRouter, createFakeApp } from './create-fake-app.js';
import { type FakeServerOptions, fakeServerRules, warningLogger } from './fake-server-options.js';
import { accountOf, accountOfKey } from './identify.js';
import { retryPauses } from './webhooks/retry-pauses.js';
import { createSender } from './webhooks/sender.js';
import { createAccountWebhooks } from './webhooks/webhooks.js';
import { createWebhooksRouter } from './webhooks/webhooks-router.js';
import { createWireRouter } from './wire/wire-router.js';

/** A running server that speaks Stripe's wire protocol, backed by the in-memory processor. */
export type FakeServer = {
  /** For example `http://127.0.0.1:12111`. */
  readonly url: string;
  /** An API key that the server accepts. It accepts every other test key too, for another account. */
  readonly apiKey: string;
  /** The processor of `apiKey`, with its controls. */
  readonly processor: MemoryProcessor;
  /**
   * Returns the account of an API key, or of a `Stripe-Account` (`acct_...`) under it. Throws a `TypeError` where the server
   * would refuse them.
   */
  readonly account: (apiKey: string, stripeAccount?: string) => Account;
  /** Signs webhooks to URLs that are not registered. */
  readonly webhookSecret: string;
  /** Aborts requests in progress and closes the server. */
  readonly close: () => Promise<void>;
};

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    // Its only error is that the server is closed already.
    server.close(() => resolve());
    server.closeAllConnections();
  });

/**
 * Starts a local server, by default on a free port of 127.0.0.1. Rejects when it cannot listen, and with a `TypeError` that
 * lists every invalid option.
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
  } = checkedOptions('startFakeServer', fakeServerRules, given);
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
  // Longer than clients keep a connection: if the server closed it first, a request on its way could be lost.
  const server = createServer({ keepAliveTimeout: 120_000 });
  const url = await listen(server, host, port);
  const accounts = createAccounts({
    seed: String(seed),
    clock,
    keepEvents,
    cardTokens,
    challengeUrl: (paymentIntent) => `${url}/_processor/challenges/${paymentIntent}`,
    onListenerError: (cause) => logger.error('an event listener threw an error', { cause }),
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
  attachToServer(
    server,
    (request, response) => void handle(request, response),
    brokenRequestAnswer,
  );
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

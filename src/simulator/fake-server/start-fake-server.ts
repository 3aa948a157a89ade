import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { foreignPages } from '../../adapters/inbound/http/access/foreign-pages.js';
import { languages } from '../../adapters/inbound/http/core/language.js';
import type { HttpRequest } from '../../adapters/inbound/http/core/message.js';
import { nodeListener } from '../../adapters/inbound/http/core/node-http.js';
import { failureResponse } from '../../adapters/inbound/http/failure-response.js';
import {
  attachToServer,
  slowCallerLimits,
} from '../../adapters/inbound/http/server/attach-to-server.js';
import { listen, localUrl } from '../../adapters/inbound/http/server/listen.js';
import { systemClock, systemSetRepeating } from '../../adapters/outbound/system-time.js';
import { checkedOptions } from '../../application/checked-input.js';
import { describeCause } from '../../application/describe-cause.js';
import type { Clock } from '../../application/ports/clock.js';
import { createLiveFeed } from '../console/live-feed.js';
import { type Fixture, takeFixture } from '../controls/fixture.js';
import { createIds } from '../engine/kernel/ids.js';
import type { EngineStart } from '../engine/kernel/memory.js';
import { createStart } from '../engine/start.js';
import { stripeJsEndpoints } from '../pages/stripe-js-endpoints.js';
import { retryPauses } from '../webhooks/retry-pauses.js';
import { createSender } from '../webhooks/sender.js';
import { createAccountWebhooks } from '../webhooks/webhooks.js';
import { webhooksEndpoints } from '../webhooks/webhooks-endpoints.js';
import { type Account, createAccounts, type ProcessorOf } from '../wire/accounts.js';
import { accountNameOf, accountNameOfKey } from '../wire/identify.js';
import { wireEndpoints } from '../wire/wire-endpoints.js';
import { accountsEndpoints } from './accounts-endpoints.js';
import { controlsEndpoints } from './controls-endpoints.js';
import {
  brokenRequestAnswer,
  createFakeApp,
  descriptionEndpoint,
  serverErrorResponse,
} from './create-fake-app.js';
import { elementsSessionEndpoint } from './elements-session-endpoint.js';
import { createFakeConsole } from './fake-console.js';
import { FakeServerOptions, warningLogger } from './fake-server-options.js';
import { loadFixture } from './fixture-file.js';
import { unknownUrls } from './unknown-url.js';

/** A running server that speaks Stripe's wire protocol, backed by the in-memory processor. */
export type FakeServer = {
  /** For example `http://127.0.0.1:12111`. */
  readonly url: string;
  /** An API key that the server accepts. It accepts every other test key too, for another account. */
  readonly apiKey: string;
  /** The processor of `apiKey`, with its controls. */
  readonly processor: Account['processor'];
  /**
   * Returns the account of an API key, or of a `Stripe-Account` (`acct_...`) under it. Throws a `TypeError` where the server
   * would refuse them.
   */
  readonly account: (apiKey: string, stripeAccount?: string) => Account;
  /**
   * Drops the account of an API key with those under it, or a `Stripe-Account` under it: everything it holds, and the
   * webhooks on their way. The next use of the key begins a new account; `Account` objects from before keep the old one. The
   * account of `apiKey` starts over instead, as after `controls.reset()`.
   */
  readonly dropAccount: (apiKey: string, stripeAccount?: string) => void;
  /** The present state of the account of `apiKey`, or of another key, as a fixture. */
  readonly fixture: (apiKey?: string, stripeAccount?: string) => Fixture;
  /** Signs webhooks to URLs that are not registered. */
  readonly webhookSecret: string;
  /** Aborts requests in progress and closes the server. */
  readonly close: () => Promise<void>;
};

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    // Its only error is that the server is closed already.
    server.close(() => resolve());
    // Responses that are ready are written at the end of this turn of the event loop.
    setImmediate(() => server.closeAllConnections());
  });

const startWith = async (
  fixture: string | Fixture,
  clock: Clock | undefined,
): Promise<EngineStart> => {
  const loaded = await loadFixture(fixture)();
  if (E.isLeft(loaded)) throw new TypeError(`startFakeServer: fixture: ${loaded.left}`);
  const { snapshot, saved } = loaded.right;
  try {
    return createStart(snapshot, saved, clock === undefined ? 'resumes' : 'follows');
  } catch (cause) {
    const place = typeof fixture === 'string' ? `${fixture}: ` : '';
    throw new TypeError(
      `startFakeServer: fixture: ${place}a row is not as Pasarela writes it: ${describeCause(cause)}`,
      { cause },
    );
  }
};

/** Starts a local server whose accounts have this port too. */
export const startFakeServer = async (
  processorOf: ProcessorOf,
  given: FakeServerOptions = {},
): Promise<FakeServer> => {
  const {
    host = '127.0.0.1',
    port = 0,
    publicUrl,
    seed = randomUUID(),
    clock,
    fixture,
    keepEvents = 10_000,
    maxAccounts = 1000,
    rawCardNumbers = true,
    cardTokens = true,
    searchDelay = 0,
    fees = null,
    methods,
    webhook = {},
    webhookPauses = retryPauses,
    webhookTimeoutMs = 20_000,
    onDelivery = () => undefined,
    onRequest,
    logger = warningLogger,
  } = checkedOptions('startFakeServer', FakeServerOptions, given);
  const start = fixture === undefined ? undefined : await startWith(fixture, clock);
  const webhookSecret = webhook.secret ?? createIds(`${seed}/webhook`).next('whsec');
  const feed = createLiveFeed();
  const webhooks = createAccountWebhooks(createSender({ timeoutMs: webhookTimeoutMs, atOnce: 8 }), {
    webhook: webhook.url,
    secret: webhookSecret,
    send: webhook.send ?? true,
    pauses: webhookPauses,
    keepDeliveries: 10_000,
    keepWaiting: 10_000,
    clock: systemClock,
    random: Math.random,
    onDelivery: (delivery) => {
      feed.touch();
      onDelivery(delivery);
    },
  });
  // Longer than clients keep a connection: if the server closed it first, a request on its way could be lost.
  const server = createServer({
    ...slowCallerLimits,
    keepAliveTimeout: 120_000,
    requireHostHeader: false,
  });
  const url = await listen(server, host, port);
  const pagesUrl = publicUrl?.replace(/\/+$/, '') ?? localUrl(url);
  const defaultAccount = { name: 'pasarela', connected: null };
  const accounts = createAccounts({
    processorOf,
    seed: String(seed),
    clock: clock ?? systemClock,
    start,
    keepEvents,
    cardTokens,
    searchDelay,
    defaultAccount,
    maxAccounts,
    challengeUrl: (account, paymentIntent) =>
      `${pagesUrl}/_processor/challenges/${paymentIntent}?account=${account}`,
    checkoutUrl: (account, session) =>
      `${pagesUrl}/_processor/checkout/${session}?account=${account}`,
    fees,
    methods,
    onListenerError: (cause) => logger.error('an event listener threw an error', { cause }),
    onAccount: (account) => {
      webhooks.of(account);
    },
    onDrop: (account, why) => {
      webhooks.drop(account);
      if (why === 'too_many') {
        logger.warn('dropped the account that was unused the longest: maxAccounts is reached', {
          account: account.id,
        });
      }
    },
  });
  const nameOf = accountNameOf(defaultAccount);
  const accountOf = (request: HttpRequest) => pipe(nameOf(request), E.map(accounts.of));
  const errors = { logger, verbose: true, locale: languages };
  const isForeign = foreignPages({ host, publicUrl: pagesUrl });
  const refuseForeignPage = (request: HttpRequest) =>
    isForeign(request) ? failureResponse({ _tag: 'ForeignPage' }, request, errors) : null;
  const apiKey = ['sk', 'test', defaultAccount.name].join('_');
  const { processor } = accounts.of(defaultAccount);
  const wire = wireEndpoints({ accounts, rawCardNumbers, refuseForeignPage });
  const { answer: unknownUrl, list } = unknownUrls(wire, url);
  const page = createFakeConsole({
    accounts,
    defaultAccount,
    webhooks,
    feed,
    refuseForeignPage,
    description: descriptionEndpoint({ url: pagesUrl, apiKey, controls: processor.controls }),
    ...errors,
    locale: languages,
  });
  const app = createFakeApp(
    {
      exact: [elementsSessionEndpoint(accounts), ...stripeJsEndpoints(unknownUrl), ...wire],
      others: [
        ...page.endpoints,
        list,
        ...webhooksEndpoints({ webhooks, accountOf, refuseForeignPage, ...errors }),
        ...accountsEndpoints({ accounts, locale: languages, nameOf, refuseForeignPage }),
        ...controlsEndpoints({
          accounts,
          accountOf,
          host,
          publicUrl: pagesUrl,
          unknownUrl,
          ...errors,
        }),
      ],
    },
    {
      logger,
      requestId: (count) => createIds(`${seed}//requests`, count).next('req'),
      unknownUrl,
      clock: systemClock,
      onRequest,
    },
  );
  const handle = nodeListener(page.logging(app), (cause) => {
    logger.error('response failed', { cause });
    return serverErrorResponse;
  });
  attachToServer(
    server,
    (request, response) => void handle(request, response),
    brokenRequestAnswer,
    logger,
  );
  // So that webhooks about what happens later do not wait for the next request.
  const stopCatchingUp = systemSetRepeating(1000, accounts.catchUp)();
  return {
    url,
    apiKey,
    processor,
    account: (...key) => accounts.of(accountNameOfKey(...key)),
    dropAccount: (...key) => accounts.drop(accountNameOfKey(...key)),
    fixture: (key = apiKey, ...connected) =>
      takeFixture(accounts.of(accountNameOfKey(key, ...connected)).engine),
    webhookSecret,
    close: () => {
      stopCatchingUp();
      webhooks.close();
      return close(server);
    },
  };
};

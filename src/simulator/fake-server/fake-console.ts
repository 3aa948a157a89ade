import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { openCaller } from '../../adapters/inbound/http/access/clients.js';
import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import type { HttpRequest, HttpResponse } from '../../adapters/inbound/http/core/message.js';
import type { ErrorAnswers } from '../../adapters/inbound/http/failure-response.js';
import type { ConsoleDesk } from '../console/console-desk.js';
import { consoleEndpoints } from '../console/console-endpoints.js';
import { asksForPage } from '../console/console-page.js';
import type { AccountOfRequest } from '../console/console-requests.js';
import { inspectEngine } from '../console/inspect-engine.js';
import type { LiveFeed } from '../console/live-feed.js';
import { createRequestLog } from '../console/request-log.js';
import { toProcessorError } from '../controls/call-engine.js';
import type { AccountWebhooks } from '../webhooks/webhooks.js';
import { type Account, type AccountName, type Accounts, referenceOf } from '../wire/accounts.js';
import { withFormCredentials } from '../wire/browser-request.js';
import { accountNameIn } from '../wire/identify.js';
import { isServed } from './served-request.js';

const keptRequests = 300;
const shownDeliveries = 100;

type Options = ErrorAnswers & {
  readonly accounts: Pick<Accounts, 'references' | 'find' | 'lastUsed'>;
  readonly defaultAccount: AccountName;
  readonly webhooks: AccountWebhooks;
  readonly feed: LiveFeed;
  /** The response to a request of a foreign web page. */
  readonly refuseForeignPage: (request: HttpRequest) => HttpResponse | null;
  /** Describes the server to programs. */
  readonly description: Endpoint;
};

type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

/** The console of the server. */
type FakeConsole = {
  readonly endpoints: ReadonlyArray<Endpoint>;
  /** Keeps the requests that a handler answers. */
  readonly logging: (handle: Handler) => Handler;
};

/** The account of a request in the log, by its key, or by the URL of a page. */
const accountOfRequest =
  (defaultReference: string): AccountOfRequest =>
  ({ path, querystring, authorization, stripeAccount, request }) => {
    const isControl = path.startsWith('/_processor/');
    const inUrl = isControl ? new URLSearchParams(querystring).get('account') : null;
    if (inUrl !== null) return inUrl;
    if (isControl && authorization === '') return defaultReference;
    const form = Object.fromEntries(new URLSearchParams(isControl ? '' : (request ?? '')));
    const sent = withFormCredentials({ authorization, stripeAccount, version: '' }, form);
    const name = accountNameIn(sent.authorization, sent.stripeAccount);
    return name === null ? null : referenceOf(name);
  };

/** The accounts of a server for its console. */
const deskOf = ({ accounts, webhooks }: Options): ConsoleDesk => {
  const webhooksOf = (account: Account) => ({
    list: (event?: string) =>
      pipe(
        webhooks.of(account).deliveries({
          limit: shownDeliveries,
          ...(event === undefined ? {} : { event }),
        }),
        E.bimap(toProcessorError, ({ data }) => data),
        TE.fromEither,
      ),
    doubles: webhooks.of(account).doubles,
    resend: (event: string) =>
      pipe(() => webhooks.of(account).resend(event), TE.mapLeft(toProcessorError)),
  });
  return {
    accounts: accounts.references,
    open: (given) => {
      const reference = given ?? accounts.lastUsed();
      const account = accounts.find(reference);
      if (account === undefined) return undefined;
      return {
        reference,
        controls: account.processor.controls,
        ...inspectEngine(account.engine),
        webhooks: webhooksOf(account),
      };
    },
    firstRequest: (account) => {
      const [name, connected] = account.split('/');
      const header = connected === undefined ? '' : ` -H 'Stripe-Account: ${connected}'`;
      return `curl {{origin}}/v1/payment_intents -u sk_test_${name}:${header} -d amount=1999 -d currency=eur -d payment_method=pm_card_threeDSecure2Required -d confirm=true -d return_url=https://shop.example/back`;
    },
  };
};

/** Makes the console of a server. Requests are kept from the start, so that it shows what happened before it was opened. */
export const createFakeConsole = (options: Options): FakeConsole => {
  const { accounts, defaultAccount, feed, refuseForeignPage, description, ...errors } = options;
  const log = createRequestLog(keptRequests, feed.touch);
  const accountOf = accountOfRequest(referenceOf(defaultAccount));

  const nextEventOf = (request: HttpRequest): number | undefined => {
    if (!request.path.startsWith('/_processor/')) return undefined;
    const reference = new URLSearchParams(request.querystring).get('account');
    return accounts.find(reference)?.engine.eventNumbers.next();
  };

  return {
    endpoints: consoleEndpoints({
      desk: deskOf(options),
      log,
      accountOf,
      feed,
      ...errors,
      refusePage: async (request) =>
        request.path === '/' && !asksForPage(request) ? description.handle(request, {}) : undefined,
      callerOf: async (request) =>
        refuseForeignPage(request) === null ? E.right(openCaller) : E.left({ _tag: 'ForeignPage' }),
    }),
    logging: (handle) => (request) => {
      if (!isServed(request)) return handle(request);
      const startedAt = performance.now();
      const nextEvent = nextEventOf(request);
      const keep = (response: HttpResponse): HttpResponse => {
        log.add(request, response, { startedAt, nextEvent });
        return response;
      };
      const response = handle(request);
      return response instanceof Promise ? response.then(keep) : keep(response);
    },
  };
};

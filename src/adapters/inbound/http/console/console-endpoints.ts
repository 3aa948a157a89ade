import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { currencyUnits } from '../../../../domain/currency.js';
import type { Endpoint, PathParams } from '../core/matcher.js';
import { type HttpRequest, type HttpResponse, headerOf } from '../core/message.js';
import { type ErrorAnswers, failureResponse, jsonTextResponse } from '../failure-response.js';
import type { HttpError } from '../http-error.js';
import { jsonObject } from '../json-body.js';
import { readJsonBody } from '../route-request.js';
import { runConsoleAction } from './console-actions.js';
import { type ConsoleAccount, type ConsoleDesk, consoleObjects } from './console-desk.js';
import { consolePage } from './console-page.js';
import {
  type AccountOfRequest,
  type ConsoleRequests,
  consoleRequests,
} from './console-requests.js';
import type { LiveFeed } from './live-feed.js';
import type { RequestLog } from './request-log.js';
import { shownValue } from './shown.js';
import { timelineOf } from './timeline.js';

type Options = ErrorAnswers & {
  readonly desk: ConsoleDesk;
  readonly log: RequestLog;
  readonly accountOf: AccountOfRequest;
  readonly feed: LiveFeed;
  /** The response to a request that may not see the page; `undefined`: it may. */
  readonly refusePage: (request: HttpRequest) => Promise<HttpResponse | undefined>;
  /** The same for its data and its buttons, which pages of other sites must not use. */
  readonly refuse: (request: HttpRequest) => Promise<HttpResponse | undefined>;
};

type Shown = { readonly account: ConsoleAccount; readonly requests: ConsoleRequests };

// Of the currencies that do not have two.
const decimals = Object.fromEntries(
  [...currencyUnits.values()].flatMap((units) =>
    units.decimals === 2 ? [] : [[units.code, units.decimals] as const],
  ),
);

const json = (body: unknown): HttpResponse => jsonTextResponse(200, JSON.stringify(body));

const textIn = (request: HttpRequest, name: string): string | null =>
  new URLSearchParams(request.querystring).get(name);

const oneOfObjects = (name: string | null) => consoleObjects.find((known) => known === name);

const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? String(Reflect.get(value, 'id')) : '';

const causeOf = (event: object): string | null => {
  const request: unknown = Reflect.get(event, 'request');
  const id: unknown = typeof request === 'object' && request !== null && Reflect.get(request, 'id');
  return typeof id === 'string' ? id : null;
};

const chargeOf = ({ find }: ConsoleAccount, payment: object): object | null => {
  const charge: unknown = Reflect.get(payment, 'latest_charge');
  return typeof charge === 'string' ? find(charge) : null;
};

const deliveriesOf = async (
  { webhooks }: ConsoleAccount,
  event?: string,
): Promise<ReadonlyArray<object>> => {
  const list = await webhooks.list(event)();
  return E.isRight(list) ? list.right : [];
};

const listOf = async ({ account, requests }: Shown, name: string | null, after: string | null) => {
  if (name === 'requests') return { data: requests.list(), has_more: false };
  if (name === 'doubts') return { data: (await account.doubts?.()) ?? [], has_more: false };
  if (name === 'deliveries') return { data: await deliveriesOf(account), has_more: false };
  const objects = oneOfObjects(name) ?? 'payments';
  const list = account.list(objects, after ?? undefined);
  if (objects !== 'payments') return list;
  // A charge tells what became of a payment after it.
  return {
    ...list,
    data: list.data.map((payment) => ({ ...payment, charge: chargeOf(account, payment) })),
  };
};

/** A payment from its creation to its webhooks. */
const timelineOfPayment = async ({ account, requests }: Shown, payment: string) => {
  const events = account
    .eventsOf(payment)
    .map(({ event, number }) => ({ event, number, request: causeOf(event) }));
  const causes = new Set(events.map(({ request }) => request));
  const steps = timelineOf(requests.about(payment, causes), events);
  return Promise.all(
    steps.map(async ({ request, event }) =>
      event === undefined
        ? { request }
        : { event: event.event, deliveries: await deliveriesOf(account, idOf(event.event)) },
    ),
  );
};

const found = async (shown: Shown, id: string): Promise<object | null> => {
  const doubts = id.startsWith('doubt_') ? ((await shown.account.doubts?.()) ?? []) : [];
  const doubt = doubts.find((one) => one.id === id);
  if (doubt !== undefined) return { object: doubt };
  const object = shown.requests.find(id) ?? shown.account.find(id);
  if (object === null) return null;
  if (id.startsWith('pi_')) {
    return {
      object,
      charge: chargeOf(shown.account, object),
      timeline: await timelineOfPayment(shown, id),
    };
  }
  if (id.startsWith('evt_')) return { object, deliveries: await deliveriesOf(shown.account, id) };
  return { object };
};

/** The console: its page, what it shows, and what its buttons do. */
export const consoleEndpoints = (options: Options): ReadonlyArray<Endpoint> => {
  const { desk, log, accountOf, feed, refusePage, refuse, ...errors } = options;

  const fail = (request: HttpRequest, error: HttpError): HttpResponse =>
    failureResponse(error, request, errors);

  const guarded =
    (
      answer: (
        request: HttpRequest,
        shown: Shown,
        params: PathParams,
      ) => HttpResponse | Promise<HttpResponse>,
    ): Endpoint['handle'] =>
    async (request, params) => {
      const refusal = await refuse(request);
      if (refusal !== undefined) return refusal;
      const account = desk.open(textIn(request, 'account'));
      if (account === undefined)
        return fail(request, { _tag: 'RouteNotFound', path: request.path });
      const requests = consoleRequests(log, accountOf, account.reference);
      return answer(request, { account, requests }, params);
    };

  const state = guarded(async (request, shown) => {
    const { account, requests } = shown;
    const name = textIn(request, 'list');
    const list = await listOf(shown, name, textIn(request, 'after'));
    return json({
      account: account.reference,
      accounts: desk.accounts(),
      now: account.controls.clock.now(),
      decimals,
      example: desk.firstRequest(account.reference),
      counts: {
        ...account.counts(),
        requests: requests.count(),
        deliveries: (await deliveriesOf(account)).length,
        ...(account.doubts === undefined ? {} : { doubts: (await account.doubts()).length }),
      },
      list: shownValue(list),
    });
  });

  const object = guarded(async (request, shown) => {
    const one = await found(shown, textIn(request, 'id') ?? '');
    return one === null
      ? fail(request, { _tag: 'RouteNotFound', path: request.path })
      : json(shownValue(one));
  });

  const act = guarded(async (request, { account }, { action = '' }) => {
    const body = pipe(
      await readJsonBody(request),
      E.flatMap(({ value }) => jsonObject(value)),
    );
    if (E.isLeft(body)) return fail(request, body.left);
    const outcome = await runConsoleAction(account, action, body.right);
    feed.touch();
    if (outcome === undefined) return fail(request, { _tag: 'RouteNotFound', path: request.path });
    return E.isLeft(outcome)
      ? fail(request, outcome.left)
      : json({ done: shownValue(outcome.right) });
  });

  const listen = guarded((request, { account }) =>
    feed.open(headerOf(request, 'last-event-id'), () => account.onChange(feed.touch)),
  );

  const fixture = guarded((_, { account }) => {
    const name = account.reference.replaceAll(/\W/g, '-').slice(0, 60);
    return jsonTextResponse(200, `${JSON.stringify(account.fixture(), null, 2)}\n`, {
      'content-disposition': `attachment; filename="${name}.fixture.json"`,
    });
  });

  return [
    ...consolePage(refusePage),
    { method: 'GET', path: '/_processor/console/state', quiet: true, handle: state },
    { method: 'GET', path: '/_processor/console/object', quiet: true, handle: object },
    { method: 'GET', path: '/_processor/console/feed', quiet: true, handle: listen },
    { method: 'GET', path: '/_processor/console/fixture', quiet: true, handle: fixture },
    { method: 'POST', path: '/_processor/console/act/:action', handle: act },
  ];
};

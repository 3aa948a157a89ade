import * as E from 'fp-ts/lib/Either.js';
import type { ApiCaller } from '../../adapters/inbound/http/access/clients.js';
import {
  type CallerOfPage,
  pageFailure,
} from '../../adapters/inbound/http/access/reference-access.js';
import type { Endpoint, PathParams } from '../../adapters/inbound/http/core/matcher.js';
import {
  type HttpRequest,
  type HttpResponse,
  headerOf,
} from '../../adapters/inbound/http/core/message.js';
import { utf8Text } from '../../adapters/inbound/http/core/read-text.js';
import {
  type ErrorAnswers,
  jsonTextResponse,
} from '../../adapters/inbound/http/failure-response.js';
import type { HttpError } from '../../adapters/inbound/http/http-error.js';
import { jsonObject } from '../../adapters/inbound/http/json-body.js';
import type { Permission } from '../../adapters/inbound/http/permissions.js';
import { readJsonBody } from '../../adapters/inbound/http/route-request.js';
import { objectFields } from '../../domain/input/json.js';
import { type ControlAccess, controlRunner, missingPermission } from '../controls/run-control.js';
import { consoleAction } from './console-actions.js';
import type { ConsoleAccount, ConsoleDesk } from './console-desk.js';
import { consolePageOf, deliveriesOf } from './console-lists.js';
import { consolePage } from './console-page.js';
import {
  type AccountOfRequest,
  type ConsoleRequests,
  consoleRequests,
} from './console-requests.js';
import { awaitedBy, relatedTo } from './console-rows.js';
import type { AskInterface } from './interface-actions.js';
import type { LiveFeed } from './live-feed.js';
import type { RequestLog } from './request-log.js';
import { shownValue } from './shown.js';
import { shownStatus } from './shown-status.js';
import { timelineOf } from './timeline.js';
import { accountWithoutEvents, logWithoutEvents } from './without-events.js';

type Options = ErrorAnswers &
  ControlAccess & {
    readonly desk: ConsoleDesk;
    readonly log: RequestLog;
    readonly accountOf: AccountOfRequest;
    readonly feed: LiveFeed;
    /** The response to a request that may not see the page; `undefined`: it may. */
    readonly refusePage: (request: HttpRequest) => Promise<HttpResponse | undefined>;
    /** Finds who asks for its data or presses its buttons. Pages of other sites must not. */
    readonly callerOf: CallerOfPage;
    /** Calls the listener when callers may have other permissions than before. Returns a function that removes it. */
    readonly onAccessChange?: (listener: () => void) => () => void;
    /** Absent: the buttons change the processor directly. */
    readonly askInterface?: AskInterface;
  };

type Shown = {
  readonly account: ConsoleAccount;
  readonly requests: ConsoleRequests;
  readonly caller: ApiCaller;
};

const usualRows = 50;

const json = (body: unknown): HttpResponse => jsonTextResponse(200, JSON.stringify(body));

const textIn = (request: HttpRequest, name: string): string | null =>
  new URLSearchParams(request.querystring).get(name);

const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? String(Reflect.get(value, 'id')) : '';

const causeOf = (event: object): string | null => {
  const request: unknown = Reflect.get(event, 'request');
  const id: unknown = typeof request === 'object' && request !== null && Reflect.get(request, 'id');
  return typeof id === 'string' ? id : null;
};

/** A payment, a setup intent or a checkout session from its creation to its webhooks. `ids`: itself, and its intent. */
const timelineOfObject = async ({ account, requests }: Shown, ids: ReadonlySet<string>) => {
  const events = account
    .eventsOf(ids)
    .map(({ event, number }) => ({ event, number, request: causeOf(event) }));
  const causes = new Set(events.map(({ request }) => request));
  const steps = timelineOf(requests.about(ids, causes), events);
  return Promise.all(
    steps.map(async ({ request, event }) =>
      event === undefined
        ? { request }
        : { event: event.event, deliveries: await deliveriesOf(account, idOf(event.event)) },
    ),
  );
};

const withTimeline = /^(pi|seti|cs)_/;

const found = async (shown: Shown, id: string): Promise<object | null> => {
  const { account } = shown;
  const doubts = id.startsWith('doubt_') ? ((await account.doubts?.()) ?? []) : [];
  const findings = id.startsWith('finding_') ? ((await account.findings?.list()) ?? []) : [];
  const object =
    [...doubts, ...findings].find((one) => one.id === id) ??
    shown.requests.find(id) ??
    account.find(id);
  if (object === null) return null;
  const related = relatedTo(account, object);
  const about = { object, shown_status: shownStatus(object, related) };
  if (id.startsWith('evt_')) return { ...about, deliveries: await deliveriesOf(account, id) };
  if (!withTimeline.test(id)) return about;
  const ids = new Set([id, ...(id.startsWith('cs_') && related !== null ? [idOf(related)] : [])]);
  return {
    ...about,
    charge: id.startsWith('pi_') ? related : null,
    awaits: awaitedBy(account, object, related),
    timeline: await timelineOfObject(shown, ids),
  };
};

// As in the interface, they need the permission `events`.
const listsOfEvents: ReadonlySet<string> = new Set(['events', 'deliveries', 'doubts', 'findings']);

const readsEvents = (caller: ApiCaller): boolean =>
  missingPermission(caller, ['events']) === undefined;

const dataOf = ({ body }: HttpResponse): unknown => {
  const envelope: unknown = JSON.parse(typeof body === 'string' ? body : utf8Text(body));
  return shownValue(objectFields(envelope)['data']);
};

/** The console: its page, what it shows, and what its buttons do. */
export const consoleEndpoints = (options: Options): ReadonlyArray<Endpoint> => {
  const { desk, log, accountOf, feed, refusePage, callerOf, ...access } = options;
  const { askInterface, onAccessChange = () => () => undefined, limits, audit, ...errors } = access;
  const runControl = controlRunner({ limits, audit, via: 'console' });

  const fail = (request: HttpRequest, error: HttpError): HttpResponse =>
    pageFailure(error, request, errors);

  const unknown = (request: HttpRequest): HttpResponse =>
    fail(request, { _tag: 'RouteNotFound', path: request.path });

  const shownTo = (caller: ApiCaller, account: ConsoleAccount): Shown => {
    const isWhole = readsEvents(caller);
    const shownLog = isWhole ? log : logWithoutEvents(log);
    return {
      account: isWhole ? account : accountWithoutEvents(account),
      requests: consoleRequests(shownLog, accountOf, account.reference, {
        showsKeys: caller.permissions === undefined,
      }),
      caller,
    };
  };

  const guarded =
    (
      permissions: ReadonlyArray<Permission>,
      answer: (
        request: HttpRequest,
        shown: Shown,
        params: PathParams,
      ) => HttpResponse | Promise<HttpResponse>,
    ): Endpoint['handle'] =>
    async (request, params) => {
      const caller = await callerOf(request);
      if (E.isLeft(caller)) return fail(request, caller.left);
      const scope = missingPermission(caller.right, permissions);
      if (scope !== undefined) return fail(request, { _tag: 'InsufficientScope', scope });
      const account = desk.open(textIn(request, 'account'));
      if (account === undefined) return unknown(request);
      return answer(request, shownTo(caller.right, account), params);
    };

  const state = guarded(['read'], async (request, shown) => {
    const { account, requests, caller } = shown;
    const name = textIn(request, 'list');
    if (name !== null && listsOfEvents.has(name) && !readsEvents(caller))
      return fail(request, { _tag: 'InsufficientScope', scope: 'events' });
    const list = await consolePageOf(account, requests, {
      list: name ?? 'payments',
      take: Number(/^\d{1,4}$/.exec(textIn(request, 'take') ?? '')?.[0] ?? usualRows),
      text: textIn(request, 'q') ?? '',
      status: textIn(request, 'status') ?? '',
    });
    const { doubles } = account.webhooks;
    return json({
      account: account.reference,
      accounts: desk.accounts(),
      scopes: caller.permissions === undefined ? null : [...caller.permissions],
      now: account.controls.clock.now(),
      example: desk.firstRequest(account.reference),
      planned: {
        failures: account.plannedFailures(),
        doubles: doubles === undefined ? null : doubles.planned(),
      },
      counts: {
        ...account.counts(),
        requests: requests.count(),
        deliveries: (await deliveriesOf(account)).length,
        ...(account.doubts === undefined ? {} : { doubts: (await account.doubts()).length }),
        ...(account.findings === undefined
          ? {}
          : { findings: (await account.findings.list()).length }),
      },
      list: shownValue(list),
    });
  });

  const object = guarded(['read'], async (request, shown) => {
    const one = await found(shown, textIn(request, 'id') ?? '');
    return one === null ? unknown(request) : json(shownValue(one));
  });

  /** Does what a button says by a request to the interface, where that has it. */
  const asked = async (
    request: HttpRequest,
    action: string,
    { find }: ConsoleAccount,
  ): Promise<HttpResponse | undefined> => {
    const read = askInterface === undefined ? undefined : await readJsonBody(request);
    if (read === undefined || E.isLeft(read)) return undefined;
    const body = jsonObject(read.right.value);
    return E.isLeft(body) ? undefined : askInterface?.(request, action, body.right, find);
  };

  const act: Endpoint['handle'] = async (request, { action = '' }) => {
    const caller = await callerOf(request);
    const account = desk.open(textIn(request, 'account'));
    const control = account === undefined ? undefined : consoleAction(account, action);
    if (account === undefined || control === undefined) {
      return E.isLeft(caller) ? fail(request, caller.left) : unknown(request);
    }
    const answer = E.isRight(caller) ? await asked(request, action, account) : undefined;
    if (answer !== undefined) {
      feed.touch();
      return answer.status >= 400 ? answer : { ...answer, ...json({ done: dataOf(answer) }) };
    }
    const outcome = await runControl(request, caller, control);
    feed.touch();
    return E.isLeft(outcome)
      ? fail(request, outcome.left)
      : json({ done: shownValue(outcome.right) });
  };

  const listen = guarded(['read'], (request, { account }) =>
    feed.open(headerOf(request, 'last-event-id'), (cut) => {
      const checkAccess = async (): Promise<void> => {
        const caller = await callerOf(request);
        if (E.isLeft(caller) || missingPermission(caller.right, ['read']) !== undefined) cut();
      };
      const ends = [onAccessChange(() => void checkAccess()), account.onChange(feed.touch)];
      return () => {
        for (const end of ends) end();
      };
    }),
  );

  const fixture = guarded(['read', 'events'], (_, { account }) => {
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

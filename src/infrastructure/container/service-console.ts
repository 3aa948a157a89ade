import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clients } from '../../adapters/inbound/http/access/clients.js';
import { foreignPages } from '../../adapters/inbound/http/access/foreign-pages.js';
import {
  anybodyReads,
  type CallerOfPage,
  keyOrPassword,
  pageFailure,
} from '../../adapters/inbound/http/access/reference-access.js';
import { redirectResponse } from '../../adapters/inbound/http/core/html-page.js';
import { languages } from '../../adapters/inbound/http/core/language.js';
import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import type { HttpRequest, HttpResponse } from '../../adapters/inbound/http/core/message.js';
import type { ErrorAnswers } from '../../adapters/inbound/http/failure-response.js';
import type { ServiceAccess } from '../../adapters/inbound/http/payments-interface.js';
import { systemClock } from '../../adapters/outbound/system-time.js';
import type { UseCases } from '../../application/facade/bind.js';
import type { EventStore } from '../../application/ports/event-store.js';
import type { FindingStore, StoredFinding } from '../../application/ports/finding-store.js';
import { replayEvent } from '../../application/use-cases/replay-event.js';
import { type Doubt, doubtKinds } from '../../domain/doubt.js';
import type { StoredEvent } from '../../domain/events/stored-event.js';
import { EventId } from '../../domain/ids.js';
import { decodeInput, input } from '../../domain/input/input.js';
import { redact } from '../../domain/text/redact.js';
import {
  asksForPage,
  type ConsoleAccount,
  type ConsoleDesk,
  consoleEndpoints,
  createLiveFeed,
  createRequestLog,
  interfaceActions,
} from '../../simulator/endpoints.js';
import type { EngineInspection, MemoryControls } from '../../simulator/index.js';
import type { Config } from '../config/config.js';
import { needsNoApiKey } from '../config/secrets.js';

const keptRequests = 300;
const shownEvents = 100;
const shownDoubts = 50;
const shownFindings = 1000;

type Parts = {
  readonly config: Config;
  readonly publicUrl: string;
  readonly controls: MemoryControls;
  readonly inspection: EngineInspection;
  readonly eventStore: Pick<EventStore, 'find' | 'list' | 'replay'>;
  readonly findingStore: Pick<FindingStore, 'list' | 'mark'>;
  readonly listDoubts: UseCases['listDoubts'];
  readonly clients: Clients;
  readonly access: ServiceAccess;
  /** The endpoints under `/api`. */
  readonly api: ReadonlyArray<Endpoint>;
  readonly errors: ErrorAnswers;
};

/** A stored event as the console shows attempts to deliver it. */
const deliveryOf = (stored: StoredEvent) => ({
  id: stored.id,
  object: 'delivery',
  created: stored.handled_at ?? stored.received_at,
  event: stored.id,
  type: stored.type,
  url: stored.last_error ?? stored.reason ?? '',
  attempt: stored.attempts,
  status: stored.state,
  error: null,
  next_attempt: stored.state === 'pending' && stored.attempts > 0 ? stored.next_attempt_at : null,
});

const EventToReplay = input({ event: EventId });

const webhooksOf = (eventStore: Parts['eventStore']): ConsoleAccount['webhooks'] => ({
  list: (given) =>
    given === undefined
      ? pipe(
          eventStore.list({ limit: shownEvents }),
          TE.map(
            O.match(
              () => [],
              ({ data }) => data.map(deliveryOf),
            ),
          ),
        )
      : pipe(
          TE.fromEither(decodeInput(EventToReplay)({ event: given })),
          TE.flatMap(({ event }) => eventStore.find(event)),
          TE.map(
            O.match(
              () => [],
              (stored) => [deliveryOf(stored)],
            ),
          ),
        ),
  resend: (given) =>
    pipe(
      TE.fromEither(decodeInput(EventToReplay)({ event: given })),
      TE.flatMap(replayEvent({ eventStore, clock: systemClock })),
    ),
});

// The oldest keys, and the latest payments.
const doubtsOf =
  (listDoubts: Parts['listDoubts']): T.Task<ReadonlyArray<Doubt>> =>
  async () => {
    const lists = await Promise.all(
      doubtKinds.map((kind) => listDoubts({ kind, limit: shownDoubts })()),
    );
    return lists.flatMap((list) => (E.isRight(list) ? list.right.data : []));
  };

// An id of the shop may hold any sign, and those of the console are words. Long numbers would be taken for those of cards.
const consoleIdOf = (id: string): string => {
  const digits = Buffer.from(id).toString('hex');
  return `finding_${digits.replaceAll(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)))}`;
};

const consoleFinding = ({ id, rule, message, advice, found_at, seen_at, note }: StoredFinding) => ({
  id: consoleIdOf(id),
  object: 'finding',
  type: rule,
  finding: id,
  about: message,
  description: advice,
  created: found_at,
  status: seen_at === null ? 'unseen' : 'seen',
  note,
});

const longestNote = 500;

const keptNote = (note: string): string => redact(note.slice(0, longestNote));

const findingsOf = (
  findingStore: Pick<FindingStore, 'list' | 'mark'>,
): NonNullable<ConsoleAccount['findings']> => ({
  list: pipe(
    findingStore.list(shownFindings),
    TE.match(
      () => [],
      (found) => found.map(consoleFinding),
    ),
  ),
  mark: (given, { seen, note }) =>
    pipe(
      findingStore.list(shownFindings),
      TE.flatMap((found) => {
        const finding = found.find(({ id }) => consoleIdOf(id) === given);
        return finding === undefined
          ? TE.right(false)
          : findingStore.mark(finding.id, {
              seenAt: seen ? systemClock() : null,
              note: keptNote(note ?? finding.note),
            });
      }),
      // One that was put right meanwhile is gone.
      TE.map((marked) => ({ id: given, marked })),
    ),
});

const reference = 'pasarela';

const deskOf = ({
  config,
  controls,
  inspection,
  eventStore,
  findingStore,
  listDoubts,
}: Parts): ConsoleDesk => {
  const account = {
    reference,
    controls,
    ...inspection,
    webhooks: webhooksOf(eventStore),
    doubts: doubtsOf(listDoubts),
    ...(config.reconcile.minutes === 0 ? {} : { findings: findingsOf(findingStore) }),
  };
  const key = needsNoApiKey(config) ? '' : ' -H "authorization: Bearer $API_KEY"';
  return {
    accounts: () => [reference],
    open: (given) => (given === null || given === reference ? account : undefined),
    firstRequest: () =>
      `curl {{origin}}/api/customers${key} -H 'content-type: application/json' -d '{"email": "ada@example.com", "name": "Ada Lovelace", "phone": "+34600000000"}'`,
  };
};

/** The console of a service with the in-memory processor. */
export type ServiceConsole = {
  readonly endpoints: ReadonlyArray<Endpoint>;
  /** Keeps the requests that endpoints answer. */
  readonly logging: (endpoints: ReadonlyArray<Endpoint>) => ReadonlyArray<Endpoint>;
};

/** Makes the console of a service. With API keys a browser asks for one, as for the reference. */
export const createServiceConsole = (parts: Parts): ServiceConsole => {
  const { config, publicUrl, inspection, clients, access, api, errors } = parts;
  const { limits, audit } = access;
  const [first] = config.locale;
  const feed = createLiveFeed();
  const log = createRequestLog(keptRequests, feed.touch);
  const isForeign = foreignPages({ host: config.host, publicUrl });
  const callerOf: CallerOfPage = needsNoApiKey(config)
    ? anybodyReads
    : keyOrPassword(clients.authorize, limits);

  const refusePage = async (request: HttpRequest): Promise<HttpResponse | undefined> => {
    // Programs are led to the reference, as with other processors.
    if (request.path === '/' && !asksForPage(request) && config.reference !== 'off') {
      return redirectResponse('doc');
    }
    const caller = await callerOf(request);
    return E.isLeft(caller) ? pageFailure(caller.left, request, errors) : undefined;
  };

  const logged = (endpoint: Endpoint): Endpoint => ({
    ...endpoint,
    handle: (request, params) => {
      const startedAt = performance.now();
      const nextEvent = inspection.nextEvent();
      const keep = (response: HttpResponse): HttpResponse => {
        log.add(request, response, { startedAt, nextEvent });
        return response;
      };
      const response = endpoint.handle(request, params);
      return response instanceof Promise ? response.then(keep) : keep(response);
    },
  });
  const logging = (endpoints: ReadonlyArray<Endpoint>): ReadonlyArray<Endpoint> =>
    endpoints.map(logged);

  const endpoints = consoleEndpoints({
    desk: deskOf(parts),
    log,
    accountOf: () => reference,
    feed,
    refusePage,
    // Browsers add a password to requests of other sites too.
    callerOf: async (request) =>
      isForeign(request) ? E.left({ _tag: 'ForeignPage' }) : callerOf(request),
    onAccessChange: clients.onReplace,
    askInterface: interfaceActions(api),
    limits,
    audit,
    ...errors,
    // The page says in which language its user reads.
    locale: [first, ...languages.filter((language) => language !== first)],
  });
  return {
    endpoints: endpoints.map((endpoint) =>
      endpoint.method === 'POST' ? logged(endpoint) : endpoint,
    ),
    logging,
  };
};

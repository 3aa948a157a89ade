import { createHash } from 'node:crypto';
import { utf8Text } from '../../adapters/inbound/http/core/read-text.js';
import { redact } from '../../domain/text/redact.js';
import type { LoggedRequest, RequestLog } from './request-log.js';
import { shownBody, shownValue } from './shown.js';

/** Reads the account of a logged request; `null`: it names none, as with a wrong key. Absent: all are of one account. */
export type AccountOfRequest = (request: LoggedRequest) => string | null;

const responseText = ({ response }: LoggedRequest): string =>
  typeof response === 'string' ? response : utf8Text(response ?? new Uint8Array());

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Why it failed, in the processor's words or in those of the service. */
const problemOf = (entry: LoggedRequest): string | null => {
  if (entry.status === null || entry.status < 400) return null;
  const body = shownBody(responseText(entry));
  const error = fieldOf(body, 'error');
  const message = fieldOf(error, 'message') ?? fieldOf(body, 'message');
  return typeof message === 'string' ? message : null;
};

const rowOf = (entry: LoggedRequest) => ({
  id: entry.id,
  object: 'request',
  created: entry.created / 1000,
  milliseconds: Math.round(entry.milliseconds * 10) / 10,
  method: entry.method,
  path: redact(entry.path),
  status: entry.status,
  problem: problemOf(entry),
});

type RequestRow = ReturnType<typeof rowOf>;

/** The requests of an account, as the console shows them. */
export type ConsoleRequests = {
  readonly count: () => number;
  readonly list: () => ReadonlyArray<RequestRow>;
  readonly find: (id: string) => object | null;
  /** The requests that changed one of these objects, or tried to: oldest first. `causes`: the requests of its events. */
  readonly about: (
    ids: ReadonlySet<string>,
    causes: ReadonlySet<string | null>,
  ) => ReadonlyArray<{ readonly nextEvent: number | undefined } & RequestRow>;
};

const mentions = (entry: LoggedRequest, ids: ReadonlySet<string>): boolean =>
  [entry.path, entry.request ?? '', responseText(entry)].some((text) =>
    [...ids].some((id) => text.includes(id)),
  );

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The requests of an account in the log of a server. Those that name no account are shown in each. `showsKeys: false`: of an
 * idempotency key the hash is shown, as in the log and among the doubts.
 */
export const consoleRequests = (
  log: RequestLog,
  accountOf: AccountOfRequest,
  account: string,
  { showsKeys }: { readonly showsKeys: boolean },
): ConsoleRequests => {
  const shownKey = (key: string) => (showsKeys ? shownValue(key) : hashOf(key));
  const all = (): ReadonlyArray<LoggedRequest> =>
    log.all().filter((entry) => {
      const owner = accountOf(entry);
      return owner === null || owner === account;
    });
  return {
    count: () => all().length,
    list: () => all().map(rowOf),
    find: (id) => {
      const entry = all().find((one) => one.id === id);
      if (entry === undefined) return null;
      const { querystring, idempotencyKey, version, request, response } = entry;
      return {
        ...rowOf(entry),
        query: shownBody(querystring),
        idempotency_key: idempotencyKey === '' ? null : shownKey(idempotencyKey),
        version: version === '' ? null : version,
        request: request === null ? null : shownBody(request),
        response: response === null ? null : shownBody(responseText(entry)),
        left_out: [
          ...(request === null ? ['request'] : []),
          ...(response === null ? ['response'] : []),
        ],
      };
    },
    about: (ids, causes) =>
      all()
        .filter((entry) => entry.method !== 'GET' && (causes.has(entry.id) || mentions(entry, ids)))
        .map((entry) => ({ ...rowOf(entry), nextEvent: entry.nextEvent }))
        .toReversed(),
  };
};

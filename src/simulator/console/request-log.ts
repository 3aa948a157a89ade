import * as E from 'fp-ts/lib/Either.js';
import type { HttpRequest, HttpResponse } from '../../adapters/inbound/http/core/message.js';
import { utf8Text } from '../../adapters/inbound/http/core/read-text.js';

/** A request that was answered. */
export type LoggedRequest = {
  readonly id: string;
  /** When it was answered, Unix milliseconds of this machine. */
  readonly created: number;
  readonly milliseconds: number;
  readonly method: string;
  readonly path: string;
  readonly querystring: string;
  /** `null`: the connection was cut, as a planned failure. */
  readonly status: number | null;
  /** Names the caller, as it was sent. It is not shown. */
  readonly authorization: string;
  readonly stripeAccount: string;
  readonly idempotencyKey: string;
  readonly version: string;
  /** As they were sent, with their secrets. Texts that are too long are left out: `null`. */
  request: string | null;
  readonly response: HttpResponse['body'] | null;
  /** The number that the next event had when it came, where that is known. */
  readonly nextEvent: number | undefined;
};

/** Facts about a request that its message does not tell. */
type Answered = {
  readonly startedAt: number;
  readonly nextEvent?: number | undefined;
};

/** The last requests that were answered. */
export type RequestLog = {
  readonly add: (request: HttpRequest, response: HttpResponse, answered: Answered) => void;
  /** Newest first. */
  readonly all: () => ReadonlyArray<LoggedRequest>;
};

// In characters; of responses in bytes, where they are bytes.
const longestBody = 16_384;

const textHeader = (value: HttpRequest['headers'][string]): string =>
  typeof value === 'string' ? value : '';

/**
 * A log of the last `keep` requests. A request costs it an object and its text: nothing is parsed, and no secret is removed,
 * before someone looks. `onAdd` is called after each.
 */
export const createRequestLog = (keep: number, onAdd: () => void): RequestLog => {
  const entries: Array<LoggedRequest> = [];
  let next = 0;
  let made = 0;
  return {
    add: (request, { status, headers, body, cut }, { startedAt, nextEvent }) => {
      const { method, path, querystring, headers: sent } = request;
      made += 1;
      const entry: LoggedRequest = {
        id: headers['request-id'] ?? request.id ?? `log_${made}`,
        created: Date.now(),
        milliseconds: performance.now() - startedAt,
        method,
        path,
        querystring,
        status: cut === undefined ? status : null,
        authorization: textHeader(sent['authorization']),
        stripeAccount: textHeader(sent['stripe-account']),
        idempotencyKey: textHeader(sent['idempotency-key']),
        version: textHeader(headers['stripe-version']),
        request: request.hasBody ? null : '',
        response: body.length > longestBody ? null : body,
        nextEvent,
      };
      entries[next] = entry;
      next = (next + 1) % keep;
      // Nothing is read here: the endpoint has read it, and this is the same promise, or its length is too large for 0 bytes.
      if (request.hasBody && sent['transfer-encoding'] === undefined) {
        void request.readBody(0).then((bytes) => {
          if (E.isLeft(bytes) || bytes.right.length > longestBody) return;
          entry.request = utf8Text(bytes.right);
        });
      }
      onAdd();
    },
    all: () => [...entries.slice(next), ...entries.slice(0, next)].toReversed(),
  };
};

import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { RequestError } from './http-error.js';

/** A request, independent of the framework that received it. */
export type RouteRequest = {
  readonly params: { readonly [name: string]: string | undefined };
  readonly query: { readonly [name: string]: string | ReadonlyArray<string> | undefined };
  /** By name in lower case. */
  readonly headers: { readonly [name: string]: string | ReadonlyArray<string> | undefined };
  /** The body parsed as JSON; `undefined` when there is none. */
  readonly json: TE.TaskEither<RequestError, unknown>;
  /** The text of that JSON after it was read; absent when the application has parsed it already. */
  readonly jsonText?: () => string | undefined;
  /** The body exactly as it was sent. */
  readonly raw: TE.TaskEither<RequestError, string | Uint8Array>;
};

/** A response, ready to be sent as JSON. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: { readonly [name: string]: unknown };
};

import type * as E from 'fp-ts/lib/Either.js';

/** Why a body could not be read. */
export type BodyProblem =
  | 'too-large'
  /** The caller disconnected, or sent fewer bytes than it announced. */
  | 'incomplete'
  /** It has not arrived in time. */
  | 'too-slow'
  /** Someone else consumed it. */
  | 'already-read'
  | 'unsupported-encoding'
  /** Compressed bytes that do not decompress. */
  | 'malformed';

/** The application's reading of a body, from before Pasarela received the request. */
export type ParsedBody = {
  readonly value: unknown;
  /** The body as it was sent, if the application kept it. */
  readonly raw: string | Uint8Array | undefined;
};

/** A request, independent of the framework that received it. */
export type HttpRequest = {
  /** Its id in the log, if it has one. */
  readonly id: string | undefined;
  /** The status with which it must be refused, because it is ambiguous or incomplete HTTP; `undefined`: it is valid. */
  readonly problem: 400 | 431 | undefined;
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  /** Without its question mark. */
  readonly querystring: string;
  /** The parameters of the query; a repeated one as a list. */
  readonly query: { readonly [name: string]: string | ReadonlyArray<string> | undefined };
  /** By name in lower case. Values of a repeated header are joined. */
  readonly headers: { readonly [name: string]: string | ReadonlyArray<string> | undefined };
  /** The host, with its port, that the caller asked for; the empty string when it named none. */
  readonly host: string;
  /** The address of this machine that the caller reached. */
  readonly localAddress: string;
  readonly remoteAddress: string;
  readonly encrypted: boolean;
  /** Whether it has a body, perhaps an empty one. */
  readonly hasBody: boolean;
  /** Set for what somebody asks for with a button of the console. */
  readonly via?: 'console';
  /** Absent: nobody has read the body yet. */
  readonly parsedBody: ParsedBody | undefined;
  /** The values of a header, one for each time that it was sent. */
  valuesOf(header: string): ReadonlyArray<string>;
  /** Reads the body as it was sent, at most `limit` bytes, once: a second call gets the result of the first. */
  readBody(limit: number): Promise<E.Either<BodyProblem, Uint8Array>>;
  /** Begins the work of the request. `false`: it was given up, and nothing may be done for it any more. */
  begin(): boolean;
  /** Lets work that has not begun never begin. Returns whether it has begun. */
  giveUp(): boolean;
  /** Calls the listener when the response was sent or the caller has disconnected. */
  onClose(listener: () => void): void;
};

/** A header of a request, the empty string when it is absent. */
export const headerOf = ({ headers }: Pick<HttpRequest, 'headers'>, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** Statuses whose responses have no body. */
export const bodilessStatuses: ReadonlySet<number> = new Set([204, 304]);

/** The receiver of a response that goes on. */
export type OpenStream = {
  readonly send: (text: string) => void;
  /** The characters that its receiver has not taken yet. */
  readonly waiting: () => number;
  /** Breaks the connection off. */
  readonly cut: () => void;
  /** Calls the listener when it has ended, or its receiver has left. */
  readonly onClose: (listener: () => void) => void;
};

/** A response, ready to be written. */
export type HttpResponse = {
  readonly status: number;
  /** By name; `undefined`: not sent. The length of the body is added. */
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body: string | Uint8Array;
  /** Simulates a broken connection: before the response, or in the middle of its body. */
  readonly cut?: 'before' | 'inside';
  /** Sends what follows the body, until it cuts the stream or its receiver leaves. The body has no length then. */
  readonly stream?: (to: OpenStream) => void;
  /** Facts about the request for its log line. */
  readonly logged?: { readonly client?: string | undefined; readonly error?: string | undefined };
};

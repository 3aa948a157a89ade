import { api } from '../../../../../src/adapters/inbound/http/api.js';
import type { Example } from '../../../../../src/adapters/inbound/http/openapi/examples.js';
import { methodOn } from '../../../../../src/adapters/inbound/http/route.js';
import type { OperationName } from '../../../../../src/application/use-cases.js';
import type { Call } from '../../../../support/http/call.js';

/** A request to record. The default `path` is the operation's own, not an alias. */
export type Recorded = {
  readonly operation: OperationName;
  readonly name: string;
  readonly summary: string;
  readonly path?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body that is sent as it is, and is not an example. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The expected status: another one is a mistake in the scenario. */
  readonly status: number;
};

export type Recorder = {
  /** Sends the request, records it with its answer, and returns the answer's body. */
  readonly record: (request: Recorded) => Promise<unknown>;
  /** Sends the request without recording it, to prepare an example. */
  readonly prepare: (
    request: Pick<Recorded, 'operation' | 'body' | 'headers' | 'status'>,
  ) => Promise<unknown>;
  readonly examples: () => ReadonlyArray<Example>;
};

const addressOf = (
  path: string,
  { params = {}, query = {} }: Pick<Recorded, 'params' | 'query'>,
): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
};

/** Records answers of a service as examples for the document. */
export const createRecorder = (call: Call, apiKey: string): Recorder => {
  const examples: Array<Example> = [];

  const send = async (request: Omit<Recorded, 'name' | 'summary'>): Promise<unknown> => {
    const { operation, path, body, raw, headers = {}, status } = request;
    const route = api[operation];
    const chosen = path ?? route.path;
    const answer = await call(methodOn(route, chosen), addressOf(chosen, request), {
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
      ...(body === undefined ? {} : { body }),
      ...(raw === undefined ? {} : { raw }),
    });
    if (answer.status === status) return answer.body;
    throw new Error(`${operation}: ${answer.status} instead of ${status}: ${answer.text}`);
  };

  return {
    record: async (request) => {
      const answer = await send(request);
      const { operation, name, summary, params, query, body, status } = request;
      examples.push({
        operation,
        path: request.path ?? api[operation].path,
        name,
        summary,
        ...(params === undefined ? {} : { params }),
        ...(query === undefined ? {} : { query }),
        ...(body === undefined ? {} : { body }),
        status,
        answer,
      });
      return answer;
    },
    prepare: send,
    examples: () => examples,
  };
};

import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import { expandAnswer, readExpand } from '../expand.js';
import type { JsonObject } from '../objects/json.js';
import type { ObjectName } from '../objects/object.js';
import type { WireHash } from '../params/param.js';
import type { Params } from '../params/shape.js';
import type { RequestContext } from './request-context.js';

/** The short word by which a fault can name a kind of call. */
export type FailureAlias =
  | 'tokenize'
  | 'attach'
  | 'create'
  | 'confirm'
  | 'capture'
  | 'cancel'
  | 'refund';

export type Method = 'GET' | 'POST' | 'DELETE';

/** An operation with its parameters: one request, ready to be answered. */
export type EngineRequest<A> = {
  readonly name: string;
  readonly failureAlias: FailureAlias | undefined;
  readonly method: Method;
  /** With the parameters that it names. */
  readonly path: string;
  /** Whether it charges a card. */
  readonly charges: boolean;
  /** What an idempotency key may remember of it. */
  readonly remembered: unknown;
  readonly run: (call: RequestContext) => E.Either<ApiError, A>;
};

/** How a request is made, beside what it asks for. */
export type RequestOptions = {
  readonly idempotencyKey?: string;
  /** `req_...`, for the events that it causes; absent: made when the first of them needs it. */
  readonly requestId?: string;
  /** Of whom makes it, for the tokens that it creates. */
  readonly clientIp?: string;
};

/** What an operation is. */
export type Definition<P, A> = {
  /** The port's name for it where it has one: a fault can be planned for it by this name. */
  readonly name: string;
  readonly failureAlias?: FailureAlias;
  readonly method: Method;
  /** Names parameters as `:name`. */
  readonly path: string;
  /** What the answer is; with `list`, what the items of its `data` are. */
  readonly returns: ObjectName;
  readonly list?: true;
  /** The parameters of the path and of the form together. */
  readonly params: Params<P>;
  /** Whether a call with these parameters charges a card. */
  readonly charges?: (params: P) => boolean;
  /** What an idempotency key may remember of the parameters; absent: all of them. */
  readonly remembered?: (params: P) => unknown;
  readonly run: (call: RequestContext) => (params: P) => E.Either<ApiError, A>;
};

/** A path with the parameters that it names. */
const fillPath = (path: string, params: object): string => {
  const values = new Map(Object.entries(params));
  return path.replaceAll(/:(\w+)/g, (_, name: string) => String(values.get(name)));
};

/** An operation with its parameters. */
export const requestOf = <P extends object, A>(
  { name, failureAlias: word, method, path, charges, remembered, run }: Definition<P, A>,
  params: P,
): EngineRequest<A> => ({
  name,
  failureAlias: word,
  method,
  path: fillPath(path, params),
  charges: charges?.(params) ?? false,
  remembered: remembered?.(params) ?? params,
  run: (call) => run(call)(params),
});

/** One operation of the processor, in its own terms. */
export type Operation<P, A> = Definition<P, A> & {
  /** A request as it came over the wire: the names of the path among those of the form. */
  readonly read: (form: WireHash) => E.Either<ApiError, EngineRequest<JsonObject>>;
};

/** An operation that can be asked for with parameters, and over the wire with a form. */
export const operation = <P extends object, A extends JsonObject>(
  definition: Definition<P, A>,
): Operation<P, A> => ({
  ...definition,
  read: ({ expand, ...form }) =>
    pipe(
      definition.params.read(form, ''),
      E.bindTo('params'),
      E.bind('paths', () => readExpand(definition, expand)),
      E.map(({ params, paths }) => {
        const request = requestOf(definition, params);
        if (paths.length === 0) return request;
        const { remembered, run } = request;
        return {
          ...request,
          remembered: { remembered, paths },
          run: (call) =>
            pipe(
              run(call),
              E.map((answer) => expandAnswer(call.state, definition.returns, answer, paths)),
            ),
        };
      }),
    ),
});

/** What the customer, the bank or the clock does: no part of the processor's interface, and no fault hits it. */
export type Control<P, A> = {
  readonly name: string;
  readonly run: (call: RequestContext) => (params: P) => E.Either<ApiError, A>;
};

/** The same operation at another path, which names the same parameters. */
export const atPath = <P extends object, A extends JsonObject>(
  known: Operation<P, A>,
  path: string,
): Operation<P, A> => operation({ ...known, path });

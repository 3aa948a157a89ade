import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import { expandAnswer, readExpand, totalCount } from '../expand.js';
import type { ElementsOptions } from '../objects/confirmation-token.js';
import type { JsonObject } from '../objects/json.js';
import type { ObjectName } from '../objects/object.js';
import type { WireHash } from '../params/param.js';
import type { Params } from '../params/shape.js';
import type { IntentDefaults, RequestContext } from './request-context.js';

/** A short name by which a planned failure can name an operation. */
export type FailureAlias =
  | 'tokenize'
  | 'attach'
  | 'create'
  | 'confirm'
  | 'capture'
  | 'cancel'
  | 'refund';

export type Method = 'GET' | 'POST' | 'DELETE';

/** The definition of an operation: its place on the wire, its parameters and its work. */
export type Definition<P, A> = {
  /** The name of the port's function if there is one; planned failures can use it. */
  readonly name: string;
  readonly failureAlias?: FailureAlias;
  readonly method: Method;
  /** Names its parameters as `:name`. */
  readonly path: string;
  /** The object that it returns; with `list`, the object that `data` holds. */
  readonly returns: ObjectName;
  readonly list?: true;
  /** The parameters of the path and of the form together. */
  readonly params: Params<P>;
  /** Whether a request with these parameters charges a card. */
  readonly charges?: (params: P) => boolean;
  /** Whether a request with these parameters sets up a card for later payments. */
  readonly setsUp?: (params: P) => boolean;
  /** The part of the parameters that may be stored under an idempotency key; absent: all of them. */
  readonly remembered?: (params: P) => unknown;
  readonly run: (context: RequestContext) => (params: P) => E.Either<ApiError, A>;
  /** The number of items on all pages, for callers that expand `total_count`. */
  readonly count?: (context: RequestContext) => (params: P) => number;
};

/** An operation with its parameters, ready to run. */
export type EngineRequest<A> = {
  readonly name: string;
  readonly failureAlias: FailureAlias | undefined;
  readonly method: Method;
  /** With the values of its parameters. */
  readonly path: () => string;
  /** Whether it charges a card. */
  readonly charges: boolean;
  /** Whether it sets up a card for later payments. */
  readonly setsUp: boolean;
  /** The part of the parameters that may be stored under an idempotency key. */
  readonly remembered: () => unknown;
  readonly run: (context: RequestContext) => E.Either<ApiError, A>;
};

/** How a request is sent. */
export type RequestOptions = {
  readonly idempotencyKey?: string;
  /** `req_...`, stored in the events of the request; absent: made for the first event. */
  readonly requestId?: string;
  /** The caller's IP address, stored in tokens. */
  readonly clientIp?: string;
  /** Absent: cards alone, captured at once. */
  readonly intentDefaults?: IntentDefaults;
  /** Absent: the request has no payment details from Elements, or Elements that know the intent. */
  readonly elements?: ElementsOptions;
};

/** The path with the values of its parameters. */
export const fillPath = (path: string, params: object): string => {
  if (!path.includes(':')) return path;
  const values = new Map(Object.entries(params));
  return path.replaceAll(/:(\w+)/g, (_, name: string) => String(values.get(name)));
};

/** A request for an operation with these parameters. */
export const requestOf = <P extends object, A>(
  { name, failureAlias, method, path, charges, setsUp, remembered, run }: Definition<P, A>,
  params: P,
): EngineRequest<A> => ({
  name,
  failureAlias,
  method,
  // Only requests with idempotency keys need the path and the parameters.
  path: () => fillPath(path, params),
  charges: charges?.(params) ?? false,
  setsUp: setsUp?.(params) ?? false,
  remembered: () => remembered?.(params) ?? params,
  run: (context) => run(context)(params),
});

/** An operation of the processor, in the processor's own terms. */
export type EngineOperation<P, A> = Definition<P, A> & {
  /** Reads a request as it came over the wire, with the parameters of the path among those of the form. */
  readonly read: (form: WireHash) => E.Either<ApiError, EngineRequest<JsonObject>>;
};

/** A request whose answer is expanded along the paths. */
const expandingRequest = <P extends object, A extends JsonObject>(
  definition: Definition<P, A>,
  params: P,
  paths: ReadonlyArray<ReadonlyArray<string>>,
): EngineRequest<JsonObject> => {
  const request = requestOf(definition, params);
  if (paths.length === 0) return request;
  const { remembered, run } = request;
  const { count } = paths.some(([field]) => field === totalCount) ? definition : {};
  return {
    ...request,
    remembered: () => ({ remembered: remembered(), paths }),
    run: (context) =>
      pipe(
        run(context),
        E.map((answer) => expandAnswer(context, definition.returns, answer, paths)),
        E.map((answer) =>
          count === undefined ? answer : { ...answer, total_count: count(context)(params) },
        ),
      ),
  };
};

/** Makes an operation: callers pass it parameters, the wire passes it a form, which may also expand fields. */
export const operation = <P extends object, A extends JsonObject>(
  definition: Definition<P, A>,
): EngineOperation<P, A> => ({
  ...definition,
  read: (form) => {
    if (form['expand'] === undefined) {
      const params = definition.params.read(form, '');
      return E.isLeft(params) ? params : E.right(requestOf(definition, params.right));
    }
    const { expand, ...rest } = form;
    return pipe(
      definition.params.read(rest, ''),
      E.bindTo('params'),
      E.bind('paths', () => readExpand(definition, expand)),
      E.map(({ params, paths }) => expandingRequest(definition, params, paths)),
    );
  },
});

/** The same operation at another path with the same parameters. */
export const atPath = <P extends object, A extends JsonObject>(
  known: EngineOperation<P, A>,
  path: string,
): EngineOperation<P, A> => operation({ ...known, path });

/** An action of the customer, the bank or the clock. It is not part of the processor's API, and no planned failure hits it. */
export type Control<P, A> = {
  readonly name: string;
  readonly run: (context: RequestContext) => (params: P) => E.Either<ApiError, A>;
};

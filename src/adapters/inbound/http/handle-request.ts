import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as IOE from 'fp-ts/lib/IOEither.js';
import { newIORef } from 'fp-ts/lib/IORef.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { KeyedUseCases } from '../../../application/facade/bind.js';
import type { Payments } from '../../../application/facade/payments.js';
import type { IdempotentResult } from '../../../application/idempotency/run-idempotently.js';
import type { CheckUnknownFields } from '../../../application/unknown-fields.js';
import type { UseCase } from '../../../application/use-case.js';
import type { UnknownFields } from '../../../domain/payment-error.js';
import type { ApiCaller } from './api-keys.js';
import type { HttpError, RequestError } from './http-error.js';
import type { HttpAnswer, RouteRequest } from './http-message.js';
import { readInput } from './read-input.js';
import { renderSuccess } from './render.js';
import type { Route } from './route.js';

type Dependencies = Pick<Payments, 'useCases' | 'keyedUseCases'> & {
  readonly checkUnknownFields: CheckUnknownFields;
  readonly authorize: (authorization: unknown) => E.Either<RequestError, ApiCaller>;
};

type KeyedUseCase = (input: unknown, refusal?: UnknownFields) => T.Task<IdempotentResult<never>>;

// A key that was sent twice is invalid: a header cannot contain the line break.
const keyOf = (route: Route, { headers }: RouteRequest): string | undefined => {
  const key = route.takesKey ? headers['idempotency-key'] : undefined;
  return typeof key === 'object' ? key.join('\n') : key;
};

type Reply = IdempotentResult<HttpAnswer, HttpError>;

// The caller of a route without an API key.
const anybody: ApiCaller = { scope: '', formerScopes: [] };

const unkeyed = (outcome: E.Either<HttpError, never>): IdempotentResult<never, HttpError> => ({
  outcome,
  replayed: false,
});

/** Handles a request of a route: access, input, use case, envelope. `onCaller` is called with the caller before the use case runs. */
export const handleRequest = (deps: Dependencies) => (route: Route) => {
  // The compiler has checked in `route` that `present` takes the result of this use case.
  const useCase = deps.useCases[route.operation] as UseCase<unknown, never>;
  const keyedUseCase = ({ scope, formerScopes }: ApiCaller, key: string): KeyedUseCase => {
    const id = { scope, key, formerScopes };
    return deps.keyedUseCases(id)[route.operation as keyof KeyedUseCases] as KeyedUseCase;
  };

  const refusedUnder = ({ scope, formerScopes }: ApiCaller, key: string) =>
    deps.keyedUseCases({ scope, key, formerScopes }).refused<HttpError>;

  const unkeyedReply = (request: RouteRequest): T.Task<IdempotentResult<never, HttpError>> =>
    pipe(
      readInput(route, request, deps.checkUnknownFields),
      TE.matchE(
        (error) => T.of(unkeyed(E.left(error))),
        (input) => pipe(useCase(input), T.map(unkeyed)),
      ),
    );

  // A request that is refused for an unknown field may have been done before that rule existed: its key shows whether it was.
  const keyedReply = (
    caller: ApiCaller,
    key: string,
    request: RouteRequest,
  ): T.Task<IdempotentResult<never, HttpError>> =>
    pipe(
      T.fromIO(newIORef<UnknownFields | undefined>(undefined)),
      T.flatMap((refusal) =>
        pipe(
          readInput(route, request, (operation, fields) =>
            pipe(
              deps.checkUnknownFields(operation, fields),
              IOE.orElse((unknown) => IOE.fromIO(refusal.write(unknown))),
            ),
          ),
          TE.matchE(
            (error) =>
              pipe(
                T.fromIO(refusal.read),
                T.flatMap((unknown) => refusedUnder(caller, key)(unknown ?? error)),
                T.map((told) => unkeyed(E.left(told))),
              ),
            (input) =>
              pipe(
                T.fromIO(refusal.read),
                T.flatMap(
                  (unknown): T.Task<IdempotentResult<never, HttpError>> =>
                    keyedUseCase(caller, key)(input, unknown),
                ),
              ),
          ),
        ),
      ),
    );

  return (
    request: RouteRequest,
    onCaller: (caller: ApiCaller) => void = () => undefined,
  ): T.Task<Reply> => {
    const key = keyOf(route, request);
    return pipe(
      route.access === 'api-key'
        ? TE.fromEither(deps.authorize(request.headers['authorization']))
        : TE.right(anybody),
      TE.tapIO((caller) => () => onCaller(caller)),
      TE.matchE(
        (error): T.Task<IdempotentResult<never, HttpError>> => T.of(unkeyed(E.left(error))),
        (caller) => (key === undefined ? unkeyedReply(request) : keyedReply(caller, key, request)),
      ),
      T.map(({ outcome, replayed }) => ({
        outcome: pipe(
          outcome,
          E.map((result) => renderSuccess(route.status, route.message, route.present(result))),
        ),
        replayed,
      })),
    );
  };
};

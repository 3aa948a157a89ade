import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { KeyedUseCases } from '../../../application/bind-keyed-use-cases.js';
import type { IdempotentResult } from '../../../application/idempotency/run-idempotently.js';
import type { Payments } from '../../../application/payments.js';
import type { CheckUnknownFields } from '../../../application/unknown-fields.js';
import type { UseCase } from '../../../application/use-case.js';
import type { Caller } from './authorize.js';
import type { HttpError, RequestError } from './http-error.js';
import type { HttpAnswer, HttpRequest } from './http-message.js';
import { readInput } from './read-input.js';
import { renderSuccess } from './render.js';
import type { Route } from './route.js';

type Dependencies = Pick<Payments, 'useCases' | 'keyedUseCases'> & {
  readonly checkUnknownFields: CheckUnknownFields;
  readonly authorize: (authorization: unknown) => E.Either<RequestError, Caller>;
};

type KeyedUseCase = (input: unknown) => T.Task<IdempotentResult<never>>;

// Joined as no header can be written: a key that was sent twice is none.
const keyOf = (route: Route, { headers }: HttpRequest): string | undefined => {
  const key = route.takesKey ? headers['idempotency-key'] : undefined;
  return typeof key === 'object' ? key.join('\n') : key;
};

type Reply = IdempotentResult<HttpAnswer, HttpError>;

// Who calls a route that asks for no key.
const anybody: Caller = { scope: '', formerScopes: [] };

const unkeyed = (outcome: E.Either<HttpError, never>): IdempotentResult<never, HttpError> => ({
  outcome,
  replayed: false,
});

/** One request of a route to its answer: access, input, use case, envelope. `onCaller` hears who may call, before the work begins. */
export const answerRequest = (deps: Dependencies) => (route: Route) => {
  // `route` has checked that `present` takes what this very use case gives.
  const useCase = deps.useCases[route.operation] as UseCase<unknown, never>;
  const keyedUseCase = ({ scope, formerScopes }: Caller, key: string): KeyedUseCase => {
    const id = { scope, key, formerScopes };
    return deps.keyedUseCases(id)[route.operation as keyof KeyedUseCases] as KeyedUseCase;
  };

  const refusedUnder = ({ scope, formerScopes }: Caller, key: string) =>
    deps.keyedUseCases({ scope, key, formerScopes }).refused<HttpError>;

  return (
    request: HttpRequest,
    onCaller: (caller: Caller) => void = () => undefined,
  ): T.Task<Reply> => {
    const key = keyOf(route, request);
    return pipe(
      route.access === 'api-key'
        ? TE.fromEither(deps.authorize(request.headers['authorization']))
        : TE.right(anybody),
      TE.tapIO((caller) => () => onCaller(caller)),
      TE.bindTo('caller'),
      TE.bindW('input', ({ caller }) =>
        pipe(
          readInput(route, request, deps.checkUnknownFields),
          TE.orElse((refusal) =>
            key === undefined
              ? TE.left<HttpError>(refusal)
              : TE.leftTask(refusedUnder(caller, key)(refusal)),
          ),
        ),
      ),
      TE.matchE(
        (error) => T.of(unkeyed(E.left(error))),
        ({ caller, input }) =>
          key === undefined
            ? pipe(useCase(input), T.map(unkeyed))
            : keyedUseCase(caller, key)(input),
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

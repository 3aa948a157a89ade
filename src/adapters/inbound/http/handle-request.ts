import * as E from 'fp-ts/lib/Either.js';
import * as IOE from 'fp-ts/lib/IOEither.js';
import type * as T from 'fp-ts/lib/Task.js';
import type { KeyedUseCases } from '../../../application/facade/bind.js';
import type { Payments } from '../../../application/facade/payments.js';
import type { IdempotentResult } from '../../../application/idempotency/run-idempotently.js';
import type { CheckUnknownFields } from '../../../application/unknown-fields.js';
import type { UseCase } from '../../../application/use-case.js';
import type { UnknownFields } from '../../../domain/payment-error.js';
import type { ApiCaller } from './api-keys.js';
import type { HttpError, RequestError } from './http-error.js';
import type { HttpAnswer } from './http-message.js';
import { inputReader } from './read-input.js';
import { renderSuccess } from './render.js';
import type { Route } from './route.js';
import type { RouteRequest } from './route-request.js';

type Dependencies = Pick<Payments, 'useCases' | 'keyedUseCases'> & {
  readonly checkUnknownFields: CheckUnknownFields;
  readonly authorize: (authorization: unknown) => E.Either<RequestError, ApiCaller>;
};

type KeyedUseCase = (input: unknown, refusal?: UnknownFields) => T.Task<IdempotentResult<never>>;

// A key that was sent twice is invalid: a header cannot contain the line break.
const keyOf = (route: Route, request: RouteRequest): string | undefined => {
  const { keys = [] } = route.takesKey ? request : {};
  return keys.length > 0 ? keys.join('\n') : undefined;
};

type Reply = IdempotentResult<HttpAnswer, HttpError>;

type Result = IdempotentResult<never, HttpError>;

// The caller of a route without an API key.
const anybody: E.Either<RequestError, ApiCaller> = E.right({ scope: '', formerScopes: [] });

const unkeyed = (outcome: E.Either<HttpError, never>): Result => ({ outcome, replayed: false });

/** Handles a request of a route: access, input, use case, envelope. `onCaller` is called with the caller before the use case runs. */
export const handleRequest =
  (deps: Dependencies) =>
  (
    route: Route,
  ): ((request: RouteRequest, onCaller?: (caller: ApiCaller) => void) => T.Task<Reply>) => {
    // The compiler has checked in `route` that `present` takes the result of this use case.
    const useCase = deps.useCases[route.operation] as UseCase<unknown, never>;
    const readInput = inputReader(route);

    // A request that is refused for an unknown field may have been done before that rule existed: its key shows whether it was.
    const keyedResult = async (
      { scope, formerScopes }: ApiCaller,
      key: string,
      request: RouteRequest,
    ): Promise<Result> => {
      let refusal: UnknownFields | undefined;
      const input = await readInput(request, (operation, fields) =>
        IOE.orElse((unknown: UnknownFields): IOE.IOEither<UnknownFields, void> => {
          refusal = unknown;
          return IOE.fromIO(() => undefined);
        })(deps.checkUnknownFields(operation, fields)),
      );
      const keyedUseCases = deps.keyedUseCases({ scope, key, formerScopes });
      if (E.isLeft(input)) {
        return unkeyed(E.left(await keyedUseCases.refused<HttpError>(refusal ?? input.left)()));
      }
      const keyed = keyedUseCases[route.operation as keyof KeyedUseCases] as KeyedUseCase;
      return keyed(input.right, refusal)();
    };

    const rendered = ({ outcome, replayed }: Result): Reply => ({
      outcome: E.isLeft(outcome)
        ? outcome
        : E.right(renderSuccess(route.status, route.message, route.present(outcome.right))),
      replayed,
    });

    return (request, onCaller = () => undefined) =>
      async () => {
        const caller =
          route.access === 'api-key' ? deps.authorize(request.headers['authorization']) : anybody;
        if (E.isLeft(caller)) return unkeyed(caller);
        onCaller(caller.right);
        const key = keyOf(route, request);
        if (key !== undefined) return rendered(await keyedResult(caller.right, key, request));
        const input = await readInput(request, deps.checkUnknownFields);
        return rendered(unkeyed(E.isLeft(input) ? input : await useCase(input.right)()));
      };
  };

import type * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { UseCases } from '../../../application/bind-use-cases.js';
import type { UseCase } from '../../../application/use-case.js';
import type { HttpError, RequestError } from './http-error.js';
import type { HttpAnswer, HttpRequest } from './http-message.js';
import { readInput } from './read-input.js';
import { renderSuccess } from './render.js';
import type { Route } from './route.js';

type Dependencies = {
  readonly useCases: UseCases;
  readonly authorize: (authorization: unknown) => E.Either<RequestError, void>;
};

/** One request of a route to its answer: access, input, use case, envelope. */
export const answerRequest = (deps: Dependencies) => (route: Route) => {
  // `route` has checked that `present` takes what this very use case gives.
  const useCase = deps.useCases[route.operation] as UseCase<unknown, never>;
  return (request: HttpRequest): TE.TaskEither<HttpError, HttpAnswer> =>
    pipe(
      route.access === 'api-key'
        ? TE.fromEither(deps.authorize(request.headers['authorization']))
        : TE.right(undefined),
      TE.flatMap(() => readInput(route, request)),
      TE.flatMap((input) => useCase(input)),
      TE.map((result) => renderSuccess(route.status, route.message, route.present(result))),
    );
};

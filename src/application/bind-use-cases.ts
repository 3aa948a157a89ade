import * as TE from 'fp-ts/lib/TaskEither.js';
import type { InputOf } from '../domain/input.js';
import type { PaymentError } from '../domain/payment-error.js';
import { mapOperations } from './map-operations.js';
import type { UseCase } from './use-case.js';
import type { Dependencies, OperationName, Operations, ResultOf } from './use-cases.js';

/** The use cases with their dependencies, by operation. They take decoded input, and never throw or reject. */
export type UseCases = {
  readonly [N in OperationName]: UseCase<InputOf<Operations[N]['input']>, ResultOf<N>>;
};

// Throwing means a defect, an adapter's own included: it ends here, as data like every other error.
const defectsAsData =
  <I, A>(useCase: UseCase<I, A>): UseCase<I, A> =>
  (input, options) =>
  async () => {
    try {
      return await useCase(input, options)();
    } catch (cause) {
      const unexpected: PaymentError = { _tag: 'Unexpected', cause };
      return TE.left(unexpected)();
    }
  };

/** Gives every use case its dependencies. */
export const bindUseCases = (deps: Dependencies): UseCases =>
  mapOperations<UseCases>((operation) => defectsAsData(operation.useCase(deps)));

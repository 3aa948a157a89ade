import type { InputOf } from '../domain/input.js';
import { defectsAsData } from './defects-as-data.js';
import { mapOperations } from './map-operations.js';
import type { UseCase } from './use-case.js';
import type { Dependencies, OperationName, Operations, ResultOf } from './use-cases.js';

/** The use cases with their dependencies, by operation. They take decoded input, and never throw or reject. */
export type UseCases = {
  readonly [N in OperationName]: UseCase<InputOf<Operations[N]['input']>, ResultOf<N>>;
};

/** Gives every use case its dependencies. */
export const bindUseCases = (deps: Dependencies): UseCases =>
  mapOperations<UseCases>((operation) => {
    const useCase: UseCase<never, unknown> = operation.useCase(deps);
    const bound: UseCase<never, unknown> = (input, options) =>
      defectsAsData(() => useCase(input, options));
    return bound;
  });

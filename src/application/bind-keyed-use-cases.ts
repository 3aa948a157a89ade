import type * as T from 'fp-ts/lib/Task.js';
import type { InputOf } from '../domain/input.js';
import { defectsAsData } from './defects-as-data.js';
import type { DoOnce, Once } from './idempotency/do-once.js';
import { withDerivedKeys } from './idempotency/with-derived-keys.js';
import { mapChanges } from './map-changes.js';
import type { IdempotencyKeyId } from './ports/idempotency-store.js';
import type { Changes, Dependencies, ResultOf } from './use-cases.js';

/** The changing use cases, each done once for an idempotency key. They take decoded input, and never throw or reject. */
export type KeyedUseCases = {
  readonly [N in keyof Changes]: (input: InputOf<Changes[N]['input']>) => T.Task<Once<ResultOf<N>>>;
};

/** Gives every changing use case its dependencies, with keys for all that it asks of the processor. */
export const bindKeyedUseCases =
  (deps: Dependencies, once: DoOnce) =>
  (id: IdempotencyKeyId): KeyedUseCases =>
    mapChanges<KeyedUseCases>((operation, name) => {
      const keyed: (input: object) => T.Task<Once<unknown>> = (input) =>
        once({ ...id, operation: name, input }, (optionsOf) =>
          defectsAsData(() =>
            operation.useCase({ ...deps, ...withDerivedKeys(deps, optionsOf) })(input),
          ),
        );
      return keyed;
    });

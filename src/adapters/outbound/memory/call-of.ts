import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CallOptions } from '../../../application/ports/payment-processor.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import type { Definition } from './engine/definition.js';
import type { Engine } from './engine/engine.js';
import { requestOf } from './engine/request-of.js';
import { toProcessorError } from './to-processor-error.js';

/** The operations of an engine as the port's functions. Planned failures hit them, and held back answers take their time. */
export const callOf =
  (engine: Pick<Engine, 'exchange'>) =>
  <P extends object, A>(operation: Definition<P, A>) =>
  (params: P, options?: CallOptions): TE.TaskEither<ProcessorError, A> =>
    pipe(
      T.fromIO(() => engine.exchange(requestOf(operation, params), options)),
      T.flatMap(({ answer, delay }) =>
        delay === 0 ? T.of(answer) : pipe(T.of(answer), T.delay(delay)),
      ),
      TE.mapLeft(toProcessorError),
    );

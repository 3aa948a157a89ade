import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventSource } from '../../../application/ports/event-source.js';
import type { Engine } from './engine/engine.js';
import { operations } from './engine/operations.js';
import { toProcessorError } from './to-processor-error.js';

/** The events that an engine keeps. Looking at them is no call of the processor's: no planned failure hits it. */
export const memoryEventSource = (engine: Pick<Engine, 'control'>): EventSource => ({
  listEvents: ({ createdFrom, createdTo, ...page }) =>
    pipe(
      TE.fromIOEither(() =>
        engine.control(operations.listEvents, {
          ...page,
          created: { gte: createdFrom, ...(createdTo === undefined ? {} : { lt: createdTo }) },
        }),
      ),
      TE.mapLeft(toProcessorError),
    ),
});

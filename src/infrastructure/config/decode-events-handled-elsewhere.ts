import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeWord } from './decode-word.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { given } from './given.js';
import { problem } from './problem.js';
import type { StoreConfig } from './store-config.js';

/** Whether another process on the same store handles the events; then they are not sent on from here. */
export const decodeEventsHandledElsewhere = (
  env: Environment,
  store: Decoded<StoreConfig>,
): Decoded<boolean> =>
  pipe(
    decodeWord(env, 'EVENTS_HANDLED_ELSEWHERE', ['true', 'false'], 'false'),
    E.map((word) => word === 'true'),
    E.flatMap((elsewhere) => {
      if (elsewhere && given(env, 'EVENT_FORWARD_URL') !== undefined) {
        return problem('EVENT_FORWARD_URL is of no use with EVENTS_HANDLED_ELSEWHERE=true');
      }
      return elsewhere && E.isRight(store) && store.right.kind === 'memory'
        ? problem(
            'EVENTS_HANDLED_ELSEWHERE=true needs a store that the other program has too: set DATABASE_URL to one that is not memory:',
          )
        : E.right(elsewhere);
    }),
  );

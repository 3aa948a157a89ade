import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeWord } from './decode-word.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { given } from './given.js';
import { problem } from './problem.js';

/** Whether another process on the same store handles the events; then they are not sent on from here. */
export const decodeEventsHandledElsewhere = (env: Environment): Decoded<boolean> =>
  pipe(
    decodeWord(env, 'EVENTS_HANDLED_ELSEWHERE', ['true', 'false'], 'false'),
    E.map((word) => word === 'true'),
    E.flatMap((elsewhere) =>
      elsewhere && given(env, 'EVENT_FORWARD_URL') !== undefined
        ? problem('EVENT_FORWARD_URL is of no use with EVENTS_HANDLED_ELSEWHERE=true')
        : E.right(elsewhere),
    ),
  );

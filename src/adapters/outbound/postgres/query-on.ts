import { flow } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Query } from '../sql/database.js';
import { ask } from './ask.js';

/** Statements on a connection, or on any of a pool; `patient`: each for as long as it takes. */
export const queryOn = (...on: Parameters<typeof ask>): Query =>
  flow(
    ask(...on),
    TE.map(({ rows }) => rows),
  );

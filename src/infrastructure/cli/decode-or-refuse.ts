import * as E from 'fp-ts/lib/Either.js';
import type { Decoded } from '../config/decoders.js';
import { StartUpProblem } from './start-up-problem.js';

/** What was decoded. Throws a `StartUpProblem` that names every problem. */
export const decodeOrRefuse = <A>(decoded: Decoded<A>): A => {
  if (E.isLeft(decoded)) throw new StartUpProblem(decoded.left.join('; '));
  return decoded.right;
};

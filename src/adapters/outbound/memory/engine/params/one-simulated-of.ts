import * as E from 'fp-ts/lib/Either.js';
import { oneOf } from './one-of.js';
import type { Param } from './param.js';
import { refuseParam } from './refuse-param.js';

/** One of the words that mean something here; the `others` are the processor's too, and refused by name. */
export const oneSimulatedOf = <const W extends string>(
  simulated: ReadonlyArray<W>,
  others: ReadonlyArray<string>,
): Param<W> => {
  const documented = oneOf<string>(...simulated, ...others);
  return {
    read: (value, name) => {
      const word = simulated.find((one) => one === value);
      if (word !== undefined) return E.right(word);
      const outcome = documented.read(value, name);
      return E.isLeft(outcome)
        ? outcome
        : refuseParam(`This simulator does not simulate the ${name}: ${outcome.right}`, name);
    },
  };
};

import * as E from 'fp-ts/lib/Either.js';
import { TortureOptions } from './torture-options.js';
import { TortureProblem } from './torture-problem.js';

/** The options, if they are valid. Throws a `TortureProblem` with every problem otherwise. `where`: their origin, for its message. */
export const checkedTortureOptions = (given: unknown, where = 'torture'): TortureOptions => {
  const read = TortureOptions.read(given, '');
  if (E.isRight(read)) return read.right;
  const problems = read.left;
  throw new TortureProblem(
    problems.length === 1
      ? `${where}: ${problems.join()}`
      : `${where}: ${problems.length} problems:\n${problems.map((one) => `  ${one}`).join('\n')}`,
  );
};

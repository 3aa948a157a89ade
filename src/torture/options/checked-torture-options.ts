import { TortureOptions } from './torture-options.js';
import { TortureProblem } from './torture-problem.js';

/** The options, if they are valid. Throws a `TortureProblem` with every problem otherwise. `where`: their origin, for its message. */
export const checkedTortureOptions = (given: unknown, where = 'torture'): TortureOptions => {
  if (TortureOptions.is(given)) return given;
  const problems = TortureOptions.problems(given, '');
  throw new TortureProblem(
    problems.length === 1
      ? `${where}: ${problems.join()}`
      : `${where}: ${problems.length} problems:\n${problems.map((one) => `  ${one}`).join('\n')}`,
  );
};

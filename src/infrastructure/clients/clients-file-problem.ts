import { SetUpProblem } from '../set-up-problem.js';

/** The file of `API_KEYS_FILE` cannot be used. The message names every problem, and never repeats a value. */
export class ClientsFileProblem extends SetUpProblem {
  constructor(problems: ReadonlyArray<string>) {
    super(
      problems.length === 1
        ? `API_KEYS_FILE: ${problems.join()}`
        : [`API_KEYS_FILE has ${problems.length} problems:`, ...problems].join('\n  '),
    );
  }
}

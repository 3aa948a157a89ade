/** The service cannot start, because a file that it needs cannot be used. The message says what to correct. */
export class SetUpProblem extends Error {
  override readonly name = 'SetUpProblem';
}

/** Something that keeps the program from starting, in words for the person who started it. */
export class StartUpProblem extends Error {
  override readonly name = 'StartUpProblem';
}

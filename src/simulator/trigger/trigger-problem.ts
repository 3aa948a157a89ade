/** An event cannot be triggered at a server. The message says what to correct. */
export class TriggerProblem extends Error {
  override readonly name = 'TriggerProblem';
}

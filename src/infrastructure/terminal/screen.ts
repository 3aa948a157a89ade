import { type Environment, readVariable } from '../config/environment.js';

/** Where a command prints: a terminal, which a person reads, or a pipe or a file, which a program reads. */
export type Screen = {
  readonly isTerminal: boolean;
  readonly isColoured: boolean;
  /** How many characters a line has; without an end where it is not a terminal. */
  readonly columns: number;
};

type Output = { readonly isTTY?: boolean; readonly columns?: number };

/** The kind of an output of this process. Colours follow https://no-color.org. */
export const screenOf = ({ isTTY = false, columns }: Output, env: Environment): Screen => ({
  isTerminal: isTTY,
  isColoured: isTTY && readVariable(env, 'NO_COLOR') === undefined && env['TERM'] !== 'dumb',
  // Some terminals say that they have none.
  columns: isTTY && columns !== undefined && columns > 0 ? columns : Number.POSITIVE_INFINITY,
});

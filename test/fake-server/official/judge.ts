import type { Excuse } from './excuse.js';

/** Complaints that nothing excuses, and excuses that nothing needs. */
export type Judgement = {
  readonly unexcused: ReadonlyArray<string>;
  readonly unneeded: ReadonlyArray<string>;
};

/** Weighs complaints against the excuses that there are. */
export const judge = (
  complaints: ReadonlyArray<string>,
  excuses: ReadonlyArray<Excuse>,
): Judgement => {
  const excused = new Set(excuses.map(({ complaint }) => complaint));
  const made = new Set(complaints);
  return {
    unexcused: [...made].filter((complaint) => !excused.has(complaint)),
    unneeded: [...excused].filter((complaint) => !made.has(complaint)),
  };
};

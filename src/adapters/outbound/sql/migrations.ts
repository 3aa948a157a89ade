import type { Migration } from './migration.js';
import { eventsAndKeys } from './migrations/0001-events-and-keys.js';
import { keysInDoubt } from './migrations/0002-keys-in-doubt.js';
import { whatEventsAreAbout } from './migrations/0003-what-events-are-about.js';
import { doubtsAreKept } from './migrations/0004-doubts-are-kept.js';
import { handlers } from './migrations/0005-handlers.js';

/** The schema, step by step. A schema's version is how many of them it has. */
export const migrations: ReadonlyArray<Migration> = [
  eventsAndKeys,
  keysInDoubt,
  whatEventsAreAbout,
  doubtsAreKept,
  handlers,
];

import { createHash } from 'node:crypto';

/** The statement that waits for a lock of this name, and holds it until the transaction ends. */
export const advisoryLock = (name: string): string => {
  const key = createHash('sha256').update(`pasarela ${name}`).digest().readBigInt64BE();
  return `SELECT pg_advisory_xact_lock(${String(key)})`;
};

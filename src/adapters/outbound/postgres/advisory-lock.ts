import { createHash } from 'node:crypto';

/** The statements that take a lock of this name, and hold it until the transaction ends: `wait` for it, or `attempt` it. */
export const advisoryLock = (name: string): { readonly wait: string; readonly attempt: string } => {
  const key = createHash('sha256').update(`pasarela ${name}`).digest().readBigInt64BE();
  return {
    wait: `SELECT pg_advisory_xact_lock(${String(key)})`,
    attempt: `SELECT pg_try_advisory_xact_lock(${String(key)}) AS taken`,
  };
};

import type { AuditEntry, AuditLog } from '../../application/ports/audit-log.js';
import type { Logger } from '../../application/ports/logger.js';
import { createLogDestination, logToStandardError } from '../log-destination.js';
import { SetUpProblem } from '../set-up-problem.js';
import { openAppendFile } from './append-file.js';

/** Where the audit log is written: a stream of the process, or a file. */
export type AuditTarget = 'stderr' | 'stdout' | { readonly path: string };

/** The audit log of the service. */
type OpenAuditLog = {
  /** Absent: there is none. */
  readonly record: AuditLog | undefined;
  /** Opens its file anew, after it was moved away. */
  readonly reopen: () => void;
  /** Writes what waits, for at most `patienceMs` milliseconds. */
  readonly close: (patienceMs: number) => Promise<void>;
};

// `stream` tells the lines from those of the log, where both are collected together.
const lineOf = (entry: AuditEntry): string =>
  `${JSON.stringify({ stream: 'audit', time: new Date().toISOString(), ...entry })}\n`;

const lostLine = (lines: number): string =>
  lineOf({ operation: 'auditLinesLost', outcome: 'not_done', lines });

const toStream = (name: 'stderr' | 'stdout'): OpenAuditLog => {
  const { write, flush } =
    name === 'stderr' ? logToStandardError() : createLogDestination(process.stdout);
  return { record: (entry) => write(lineOf(entry)), reopen: () => undefined, close: flush };
};

const none: OpenAuditLog = {
  record: undefined,
  reopen: () => undefined,
  close: async () => undefined,
};

/** Opens the audit log, if there is one. Throws a `SetUpProblem` if its file cannot be opened. */
export const openAuditLog = async (
  target: AuditTarget | undefined,
  logger: Logger,
): Promise<OpenAuditLog> => {
  if (target === undefined) return none;
  if (typeof target === 'string') return toStream(target);
  try {
    const { write, reopen, close } = await openAppendFile(target.path, logger, lostLine);
    return { record: (entry) => write(lineOf(entry)), reopen, close };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new SetUpProblem(
      `AUDIT_LOG names a file that cannot be opened for writing${code}: correct the path or its rights`,
    );
  }
};

import { constants, type FileHandle, open } from 'node:fs/promises';
import type { Logger } from '../../application/ports/logger.js';
import { settlesWithin } from '../settles-within.js';

/** A file to which lines are appended. */
export type AppendFile = {
  readonly write: (line: string) => void;
  /** Opens the path anew, after the file was moved away. */
  readonly reopen: () => void;
  /** Writes what waits, for at most `patienceMs` milliseconds, and closes the file. */
  readonly close: (patienceMs: number) => Promise<void>;
};

// In characters. A disk that is full must not fill the memory.
const mostWaiting = 1024 * 1024;

const defaultPauseMs = 1000;

// Opening a pipe that nobody reads fails, instead of waiting for ever.
const appending =
  constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NONBLOCK;

/**
 * Appends lines to a file, without making their writer wait. While the file cannot be written, such as on a full disk, it reports
 * that, keeps a megabyte of lines, and tries again; lines beyond that are lost, and `lost` writes how many. Rejects if the file
 * cannot be opened at first.
 */
export const openAppendFile = async (
  path: string,
  logger: Pick<Logger, 'error' | 'warn'>,
  lost: (lines: number) => string,
  pauseMs = defaultPauseMs,
): Promise<AppendFile> => {
  let file: FileHandle | undefined = await open(path, appending, 0o600);
  let mustReopen = false;
  let waiting = '';
  let chunk = Buffer.alloc(0);
  let lostLines = 0;
  let isFailing = false;
  let pumping: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;

  const hasLines = (): boolean => chunk.length > 0 || waiting !== '' || lostLines > 0;

  const takeWaiting = (): void => {
    if (lostLines > 0) waiting += lost(lostLines);
    lostLines = 0;
    chunk = Buffer.from(waiting);
    waiting = '';
  };

  const writeAll = async (): Promise<void> => {
    while (hasLines()) {
      if (chunk.length === 0) takeWaiting();
      if (mustReopen) {
        mustReopen = false;
        await file?.close();
        file = undefined;
      }
      file ??= await open(path, appending, 0o600);
      const { bytesWritten } = await file.write(chunk);
      chunk = chunk.subarray(bytesWritten);
    }
  };

  const pump = async (): Promise<void> => {
    try {
      await writeAll();
      if (isFailing) logger.warn('the audit log is written again');
      isFailing = false;
    } catch (cause) {
      if (!isFailing) {
        logger.error('the audit log cannot be written; its lines wait in memory', { cause });
      }
      isFailing = true;
      retry = setTimeout(start, pauseMs).unref();
    }
    pumping = undefined;
    // A line may have come after the last one was written.
    if (!isFailing && hasLines()) start();
  };

  const start = (): void => {
    pumping ??= pump();
  };

  return {
    write: (line) => {
      if (waiting.length + line.length > mostWaiting) {
        lostLines += 1;
        return;
      }
      waiting += line;
      if (!isFailing) start();
    },
    reopen: () => {
      mustReopen = true;
    },
    close: async (patienceMs) => {
      clearTimeout(retry);
      start();
      await settlesWithin(Promise.resolve(pumping), patienceMs);
      clearTimeout(retry);
      await settlesWithin(Promise.resolve(file?.close()), patienceMs);
    },
  };
};

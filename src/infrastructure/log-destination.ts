import type { Writable } from 'node:stream';
import { settlesWithin } from './settles-within.js';

/** Where log lines are written. */
type LogDestination = {
  readonly write: (line: string) => void;
  /** Writes the lines that wait. Resolves when they are written, or after `patienceMs` milliseconds. */
  readonly flush: (patienceMs: number) => Promise<void>;
};

// In characters. A reader that stalls must not fill the memory.
const mostWaiting = 1024 * 1024;

const droppedLine = (dropped: number): string =>
  `${JSON.stringify({
    level: 'warn',
    time: new Date().toISOString(),
    msg: 'log lines were dropped, because their reader stalled',
    dropped,
  })}\n`;

/**
 * Writes lines to a stream, those of one turn of the event loop at once. While the reader of the stream stalls, it keeps a
 * megabyte of them, drops the others, and then says how many.
 */
export const createLogDestination = (stream: Writable): LogDestination => {
  let waiting = '';
  let dropped = 0;

  const writeWaiting = (): void => {
    if (waiting !== '') stream.write(waiting);
    waiting = '';
  };

  const tellDropped = (): void => {
    if (dropped > 0) waiting += droppedLine(dropped);
    dropped = 0;
    writeWaiting();
  };

  const drop = (): void => {
    if (dropped === 0) stream.once('drain', tellDropped);
    dropped += 1;
  };

  // A full disk, or a reader that has gone. There is nowhere left to report it.
  stream.on('error', () => undefined);
  process.once('exit', tellDropped);

  return {
    write: (line) => {
      if (dropped > 0 || waiting.length + stream.writableLength > mostWaiting) {
        drop();
        return;
      }
      if (waiting === '') setImmediate(writeWaiting);
      waiting += line;
    },
    flush: async (patienceMs) => {
      tellDropped();
      const written = new Promise<void>((resolve) => {
        stream.write('', () => resolve());
      });
      await settlesWithin(written, patienceMs);
    },
  };
};

let standardError: LogDestination | undefined;

/** The standard error of the process. */
export const logToStandardError = (): LogDestination => {
  standardError ??= createLogDestination(process.stderr);
  return standardError;
};

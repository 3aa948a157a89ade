import type { Logger } from '../application/ports/logger.js';

const nothing = (): void => undefined;

/** Says what is wrong as warnings of the process, and nothing else. */
export const warningLogger: Logger = {
  info: nothing,
  warn: nothing,
  error: (message, { cause } = {}) => {
    const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    process.emitWarning(message, { type: 'FakeServer', detail });
  },
};

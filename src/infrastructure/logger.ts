import { type DestinationStream, pino } from 'pino';
import type { LogFields, Logger } from '../application/ports/logger.js';
import { redact } from '../domain/redact.js';
import type { LogLevel } from './config/variables.js';

// The fields of log lines. Other fields are dropped, so add new fields here.
const allowed: ReadonlySet<string> = new Set([
  'request_id',
  'method',
  'route',
  'status',
  'duration_ms',
  'client',
  'error',
  'cause',
  'event',
  'type',
  'operation',
  'fields',
  'key_hash',
  'address',
  'signal',
]);

const loggedCause = (cause: unknown): unknown =>
  cause instanceof Error
    ? {
        name: cause.name,
        message: redact(cause.message),
        ...('code' in cause && typeof cause.code === 'string' ? { code: redact(cause.code) } : {}),
        stack: redact(cause.stack ?? ''),
      }
    : { name: typeof cause };

// Random numbers and hashes: their digits may look like a card number.
const generated: ReadonlySet<string> = new Set(['request_id', 'key_hash']);

const safe = (name: string, value: unknown): unknown => {
  if (name === 'cause') return loggedCause(value);
  if (generated.has(name)) return value;
  return typeof value === 'string' ? redact(value) : value;
};

const pick = (fields: LogFields): LogFields => {
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && allowed.has(name)) picked[name] = safe(name, value);
  }
  return picked;
};

/** Logs JSON lines with the allowed fields. Default destination: standard error. */
export const createLogger = (
  level: LogLevel,
  destination: DestinationStream = pino.destination(2),
): Logger => {
  const lines = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return {
    info: (message, fields = {}) => lines.info(pick(fields), message),
    warn: (message, fields = {}) => lines.warn(pick(fields), message),
    error: (message, fields = {}) => lines.error(pick(fields), message),
  };
};

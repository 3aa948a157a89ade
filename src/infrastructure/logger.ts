import { type DestinationStream, pino } from 'pino';
import type { LogFields, Logger } from '../application/ports/logger.js';
import { redact } from '../domain/redact.js';
import type { LogLevel } from './config/variables.js';

// What a log line may hold. Everything else is dropped: a new field is added here, or is not logged.
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

const describeCause = (cause: unknown): unknown =>
  cause instanceof Error
    ? {
        name: cause.name,
        message: redact(cause.message),
        ...('code' in cause && typeof cause.code === 'string' ? { code: redact(cause.code) } : {}),
        stack: redact(cause.stack ?? ''),
      }
    : { name: typeof cause };

// Made here, at random or by a hash: their digits may look like a card number.
const ours: ReadonlySet<string> = new Set(['request_id', 'key_hash']);

const safe = (name: string, value: unknown): unknown => {
  if (name === 'cause') return describeCause(value);
  if (ours.has(name)) return value;
  return typeof value === 'string' ? redact(value) : value;
};

const pick = (fields: LogFields): LogFields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => allowed.has(name))
      .map(([name, value]) => [name, safe(name, value)]),
  );

/** Logs JSON lines, with none but the allowed fields. Default destination: standard error. */
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

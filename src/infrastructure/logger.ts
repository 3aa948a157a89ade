import { type DestinationStream, pino } from 'pino';
import type { LogFields, Logger } from '../application/ports/logger.js';
import { redact } from '../domain/text/redact.js';
import type { LogLevel } from './config/variables.js';
import { logToStandardError } from './log-destination.js';

// The fields of log lines. Other fields are dropped, so add new fields here.
const allowed: ReadonlySet<string> = new Set([
  'request_id',
  'method',
  'route',
  'webhook_path',
  'status',
  'duration_ms',
  'client',
  'error',
  'cause',
  'event',
  'type',
  'operation',
  'version',
  'pinned',
  'fields',
  'key_hash',
  'address',
  'signal',
  'requests',
  'processor_request_id',
  'trace_id',
  'times',
  'connections',
  'finding',
  'rule',
  'facts',
  'findings',
]);

// Causes have causes, perhaps in a circle.
const deepestCause = 5;
const mostErrors = 5;

const loggedCause = (cause: unknown, depth = 1): unknown => {
  if (!(cause instanceof Error)) return { name: typeof cause };
  const errors: ReadonlyArray<unknown> = cause instanceof AggregateError ? cause.errors : [];
  const inner = (value: unknown): unknown => loggedCause(value, depth + 1);
  return {
    name: redact(cause.name),
    message: redact(cause.message),
    ...('code' in cause && typeof cause.code === 'string' ? { code: redact(cause.code) } : {}),
    stack: redact(cause.stack ?? ''),
    ...(depth === deepestCause || cause.cause === undefined ? {} : { cause: inner(cause.cause) }),
    ...(depth === deepestCause || errors.length === 0
      ? {}
      : { errors: errors.slice(0, mostErrors).map(inner) }),
  };
};

// Random numbers and hashes: their digits may look like a card number.
const generated: ReadonlySet<string> = new Set(['request_id', 'trace_id', 'key_hash']);

const safe = (name: string, value: unknown): unknown => {
  if (name === 'cause') return loggedCause(value);
  if (generated.has(name)) return value;
  if (typeof value === 'string') return redact(value);
  return Array.isArray(value) ? value.map((item) => safe(name, item)) : value;
};

const pick = (fields: LogFields): LogFields => {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== undefined && allowed.has(name)) picked[name] = safe(name, value);
  }
  return picked;
};

// To write a time takes a third of a line, and many lines are of the same millisecond.
const createTimeField = (): (() => string) => {
  let last = Number.NaN;
  let field = '';
  return () => {
    const now = Date.now();
    if (now !== last) field = `,"time":"${new Date(now).toISOString()}"`;
    last = now;
    return field;
  };
};

/** Logs JSON lines with the allowed fields. */
export const createLogger = (
  level: LogLevel,
  destination: DestinationStream = logToStandardError(),
): Logger => {
  const lines = pino(
    {
      level,
      base: null,
      timestamp: createTimeField(),
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return {
    info: (message, fields = {}) => lines.info(pick(fields), redact(message)),
    warn: (message, fields = {}) => lines.warn(pick(fields), redact(message)),
    error: (message, fields = {}) => lines.error(pick(fields), redact(message)),
  };
};

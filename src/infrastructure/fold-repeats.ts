import type { LogFields, Logger } from '../application/ports/logger.js';

type FoldingLogger = {
  readonly logger: Logger;
  /** Logs the counts that are left. */
  readonly flush: () => void;
};

type Level = 'warn' | 'error';

type Repeated = {
  readonly level: Level;
  readonly message: string;
  fields: LogFields;
  times: number;
  readonly timer: NodeJS.Timeout;
};

const usualWindowMs = 60_000;

// Messages that differ all the time must not fill the memory.
const mostKinds = 500;

const describeCause = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause);

// An outage fails all requests alike, and the line of each has its error. Defects are looked up by the id of their request.
const isOutage = (message: string, { error }: LogFields): boolean =>
  message.startsWith('request failed') && error !== 'Unexpected';

// Other lines about one request, event or key differ in their fields, and stay.
const kindOf = (level: Level, message: string, { cause, ...fields }: LogFields): string => {
  const about = isOutage(message, fields) ? { ...fields, request_id: undefined } : fields;
  return JSON.stringify([level, message, about, cause === undefined ? null : describeCause(cause)]);
};

/**
 * Logs a warning or an error that repeats once, and then once a minute with the number of `times` that it came. An outage, in which
 * the same step fails every second, is then a few lines.
 */
export const foldRepeats = (to: Logger, windowMs = usualWindowMs): FoldingLogger => {
  const known = new Map<string, Repeated>();

  const tell = (kind: string, repeated: Repeated): void => {
    const { level, message, fields, times } = repeated;
    if (times === 0) {
      clearInterval(repeated.timer);
      known.delete(kind);
      return;
    }
    to[level](message, times === 1 ? fields : { ...fields, times });
    repeated.times = 0;
  };

  const log =
    (level: Level) =>
    (message: string, fields: LogFields = {}): void => {
      const kind = kindOf(level, message, fields);
      const before = known.get(kind);
      if (before !== undefined) {
        before.times += 1;
        before.fields = fields;
        return;
      }
      to[level](message, fields);
      if (known.size >= mostKinds) return;
      const repeated: Repeated = {
        level,
        message,
        fields,
        times: 0,
        timer: setInterval(() => tell(kind, repeated), windowMs).unref(),
      };
      known.set(kind, repeated);
    };

  return {
    logger: {
      info: (message, fields) => to.info(message, fields),
      warn: log('warn'),
      error: log('error'),
    },
    flush: () => {
      for (const [kind, repeated] of known) {
        tell(kind, repeated);
        clearInterval(repeated.timer);
      }
      known.clear();
    },
  };
};

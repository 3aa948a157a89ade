import type { Logger } from '../../application/ports/logger.js';
import type { ReportUnknownFields } from '../../application/unknown-fields.js';
import type { UnknownFields } from '../../domain/payment-error.js';

// For each operation, so that made-up names cannot fill the log.
const mostNames = 20;

const described = ({ name, nearest }: UnknownFields['fields'][number]): string =>
  nearest === null ? name : `${name} (nearest: ${nearest})`;

/** Logs a warning with the names of ignored fields. Each name is logged once for an operation. */
export const reportUnknownFields = (logger: Logger): ReportUnknownFields => {
  const logged = new Map<string, Set<string>>();
  return (operation, fields) => () => {
    const known = logged.get(operation) ?? new Set();
    logged.set(operation, known);
    const news = fields
      .filter(({ name }) => !known.has(name))
      .slice(0, Math.max(mostNames - known.size, 0));
    if (news.length === 0) return;
    for (const { name } of news) known.add(name);
    logger.warn('unknown fields were ignored', {
      operation,
      fields: news.map(described).join(', '),
    });
    if (known.size === mostNames) {
      logger.warn('further unknown fields of this operation are not logged', { operation });
    }
  };
};

import type { Logger } from '../../application/ports/logger.js';
import type { ReportUnknownFields } from '../../application/unknown-fields.js';
import type { UnknownFields } from '../../domain/payment-error.js';
import { createNewNames } from './new-names.js';

// For each operation, so that made-up names cannot fill the log.
const mostNames = 20;

const described = ({ name, nearest }: UnknownFields['fields'][number]): string =>
  nearest === null ? name : `${name} (nearest: ${nearest})`;

/** Logs a warning with the names of ignored fields. Each name is logged once for an operation. */
export const reportUnknownFields = (logger: Logger): ReportUnknownFields => {
  const newNames = createNewNames(mostNames);
  return (operation, fields) => () => {
    const { news, isFull } = newNames(
      operation,
      fields.map(({ name }) => name),
    );
    if (news.length === 0) return;
    logger.warn('unknown fields were ignored', {
      operation,
      fields: fields
        .filter(({ name }) => news.includes(name))
        .map(described)
        .join(', '),
    });
    if (isFull) {
      logger.warn('further unknown fields of this operation are not logged', { operation });
    }
  };
};

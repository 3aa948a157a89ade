import type { ReportCardNumbersInText } from '../../application/card-numbers-in-text.js';
import type { Logger } from '../../application/ports/logger.js';
import { createNewNames } from './new-names.js';

const mostNames = 20;

/**
 * Logs a warning with the fields whose texts have card numbers. Each field is logged once for an operation and client: one in ten
 * order numbers of this length looks like a card number.
 */
export const reportCardNumbers = (logger: Logger): ReportCardNumbersInText => {
  const newNames = createNewNames(mostNames);
  return (operation, fields, client) => () => {
    const { news } = newNames(`${operation} ${client ?? ''}`, fields);
    if (news.length === 0) return;
    logger.warn('texts of a request have card numbers: tell the client not to send them', {
      operation,
      fields: news.join(', '),
      ...(client === undefined ? {} : { client }),
    });
  };
};

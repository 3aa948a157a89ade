import * as E from 'fp-ts/lib/Either.js';
import type { HandledEvent } from '../../application/events/handle-event.js';
import type { Logger } from '../../application/ports/logger.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { StoredEvent } from '../../domain/stored-event.js';

/** Says what became of an event, unless it was handled. */
export const reportHandled = (
  logger: Logger,
  { id, type }: StoredEvent,
  ended: E.Either<StoreUnavailable, HandledEvent>,
): void => {
  const fields = { event: id, type };
  if (E.isLeft(ended)) {
    const { _tag: error, cause } = ended.left;
    logger.error('what became of an event was not stored', { ...fields, error, cause });
    return;
  }
  const { outcome, concluded } = ended.right;
  if (!concluded) logger.warn('lease of an event lost while it was handled', fields);
  if (outcome._tag !== 'Failed') return;
  const { error, nextAttemptAt } = outcome;
  if (nextAttemptAt === null) logger.error('event dead', { ...fields, error });
  else logger.warn('event not handled yet', { ...fields, error });
};

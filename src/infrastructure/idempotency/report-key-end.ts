import * as E from 'fp-ts/lib/Either.js';
import type { KeyEnd } from '../../application/idempotency/hold-key.js';
import type { Logger } from '../../application/ports/logger.js';

/** Says where the store did not take what became of a request with an idempotency key. */
export const reportKeyEnd =
  (logger: Logger) =>
  ({ operation, keyHash, stored }: KeyEnd) =>
  (): void => {
    const fields = { operation, key_hash: keyHash };
    if (E.isLeft(stored)) {
      const { _tag: error, ...facts } = stored.left;
      const message = 'what became of a request with an idempotency key was not stored';
      logger.error(message, { ...fields, error, ...facts });
    } else if (!stored.right) {
      logger.warn('lease of an idempotency key lost while its request was at work', fields);
    }
  };

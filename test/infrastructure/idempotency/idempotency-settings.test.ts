import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { KeyEnd } from '../../../src/application/idempotency/keyed-outcome.js';
import type { Logger } from '../../../src/application/ports/logger.js';
import { reportKeyEnd } from '../../../src/infrastructure/idempotency/idempotency-settings.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';

const reported = (stored: KeyEnd['stored']): ReadonlyArray<unknown> => {
  const lines: Array<unknown> = [];
  const at =
    (level: string): Logger['info'] =>
    (...line) =>
      lines.push([level, ...line]);
  const logger = { info: at('info'), warn: at('warn'), error: at('error') };
  reportKeyEnd(logger)({ operation: 'createCustomer', keyHash: 'b5d4', stored })();
  return lines;
};

describe('reportKeyEnd', () => {
  it('logs nothing when the outcome is stored', () => {
    expect(reported(E.right(true))).to.deep.equal([]);
  });

  it('logs why the outcome could not be stored', () => {
    const { StoreUnavailable } = paymentErrors;
    expect(reported(E.left(StoreUnavailable))).to.deep.equal([
      [
        'error',
        'could not store the outcome of an idempotent request',
        {
          operation: 'createCustomer',
          key_hash: 'b5d4',
          error: 'StoreUnavailable',
          cause: StoreUnavailable.cause,
        },
      ],
    ]);
  });

  it('logs that another request has taken over the key', () => {
    expect(reported(E.right(false))).to.deep.equal([
      [
        'warn',
        'lost the lease of an idempotency key while its request was running',
        { operation: 'createCustomer', key_hash: 'b5d4' },
      ],
    ]);
  });
});

import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { KeyEnd } from '../../../src/application/idempotency/hold-key.js';
import { replayAdvices } from '../../../src/application/idempotency/replay-advice.js';
import { type Logger, silentLogger } from '../../../src/application/ports/logger.js';
import {
  reportKeyEnd,
  reportReplayAdvice,
} from '../../../src/infrastructure/idempotency/idempotency-settings.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { captureTelemetry } from '../../support/service/captured-telemetry.js';

const reported = (stored: KeyEnd['stored'], end: Partial<Omit<KeyEnd, 'again'>> = {}) => {
  const lines: Array<unknown> = [];
  const { telemetry, reports } = captureTelemetry();
  const at =
    (level: string): Logger['info'] =>
    (...line) =>
      lines.push([level, ...line]);
  const logger = { info: at('info'), warn: at('warn'), error: at('error') };
  reportKeyEnd({ logger, telemetry })({
    operation: 'createCustomer',
    keyHash: () => 'b5d4',
    disposition: 'keep',
    wasInDoubt: false,
    stored,
    ...end,
  })();
  return { lines, reports };
};

describe('reportKeyEnd', () => {
  it('logs nothing when the outcome is stored', () => {
    expect(reported(E.right(true))).to.deep.equal({ lines: [], reports: [] });
  });

  it('logs why the outcome could not be stored', () => {
    const { StoreUnavailable } = paymentErrors;
    expect(reported(E.left(StoreUnavailable)).lines).to.deep.equal([
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
    expect(reported(E.right(false)).lines).to.deep.equal([
      [
        'warn',
        'lost the lease of an idempotency key while its request was running',
        { operation: 'createCustomer', key_hash: 'b5d4' },
      ],
    ]);
  });

  it('counts keys that are left in doubt and settled, and lost leases', () => {
    const { StoreUnavailable } = paymentErrors;
    const about = { operation: 'createCustomer' };
    const counted = (...end: Parameters<typeof reported>) => reported(...end).reports;
    const inDoubt = [['keyLeftInDoubt', about]];
    expect(counted(E.left(StoreUnavailable))).to.deep.equal(inDoubt);
    expect(counted(E.right(true), { disposition: 'in_doubt' })).to.deep.equal(inDoubt);
    expect(counted(E.right(true), { wasInDoubt: true })).to.deep.equal([
      ['keySettled', { ...about, by: 'request' }],
    ]);
    expect(counted(E.right(false), { wasInDoubt: true })).to.deep.equal([
      ['leaseLost', 'idempotency_key'],
    ]);
  });
});

describe('reportReplayAdvice', () => {
  for (const advice of replayAdvices) {
    it(`logs ${advice} with the operation and the hash of the key`, () => {
      const lines: Array<unknown> = [];
      const warn: Logger['warn'] = (message, fields) => lines.push([typeof message, fields]);
      reportReplayAdvice({ logger: { ...silentLogger, warn } })({
        operation: 'confirmPayment',
        keyHash: 'b5d4',
        advice,
      })();
      expect(lines).to.deep.equal([['string', { operation: 'confirmPayment', key_hash: 'b5d4' }]]);
    });
  }
});

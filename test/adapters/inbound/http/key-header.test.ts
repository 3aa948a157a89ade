import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  isMisspeltKeyHeader,
  reportMisspeltKey,
} from '../../../../src/adapters/inbound/http/key-header.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import { knownHeaders } from '../../../support/http/known-headers.js';

const right = 'idempotency-key';

describe('a header that is probably meant as Idempotency-Key', () => {
  for (const name of [
    'idempotancy-key',
    'idempotency_key',
    'idempotencykey',
    'idempotency-keys',
    'idempotent-key',
    'idempotence-key',
    'idempotencey-key',
    'idemptoency-key',
    'x-idempotency-key',
    'x-idempotent-key',
    'x_idempotency_key',
    'request-idempotency-key',
    'x-shop-idempotancy-key',
  ]) {
    it(`is ${name}`, () => {
      expect(isMisspeltKeyHeader(name)).to.equal(true);
    });
  }

  it('is not the header itself', () => {
    expect(isMisspeltKeyHeader(right)).to.equal(false);
  });

  it('is no known header, whatever words come before it', () => {
    expect(knownHeaders.filter(isMisspeltKeyHeader)).to.deep.equal([]);
    const words = fc.stringMatching(/^[a-z]{1,8}(-[a-z]{1,8})?$/);
    fc.assert(
      fc.property(fc.constantFrom(...knownHeaders), words, (name, before) => {
        expect(isMisspeltKeyHeader(`${before}-${name}`)).to.equal(false);
      }),
      { seed: 13, numRuns: 500 },
    );
  });

  it('is every misspelling by one letter', () => {
    const place = fc.integer({ min: 0, max: right.length - 1 });
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'.split(''));
    fc.assert(
      fc.property(place, letter, fc.boolean(), (at, other, replaces) => {
        const name = right.slice(0, at) + other + right.slice(replaces ? at + 1 : at);
        expect(isMisspeltKeyHeader(name)).to.equal(name !== right);
      }),
      { seed: 13, numRuns: 500 },
    );
  });

  it('is warned of once, and fifty names at most', () => {
    const warned: Array<unknown> = [];
    const report = reportMisspeltKey({
      ...silentLogger,
      warn: (_message, fields) => void warned.push(fields?.['fields']),
    });
    report({ [right]: 'a', 'idempotency-keys': 'a' });
    expect(warned).to.deep.equal([]);
    for (let sent = 0; sent < 100; sent += 1) report({ [`x${sent}-idempotency-key`]: 'a' });
    report({ 'x0-idempotency-key': 'a' });
    expect(warned).to.deep.equal(
      Array.from({ length: 50 }, (_, index) => `x${index}-idempotency-key`),
    );
  });
});

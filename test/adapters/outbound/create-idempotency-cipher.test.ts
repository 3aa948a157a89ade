import { expect } from 'chai';
import * as fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import { createIdempotencyCipher } from '../../../src/adapters/outbound/create-idempotency-cipher.js';
import { seed } from '../../support/seed.js';

const cipher = createIdempotencyCipher('a secret');
const other = createIdempotencyCipher('another secret');

describe('the cipher of idempotency keys', () => {
  it('opens whatever it sealed, on every instance with the secret', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(createIdempotencyCipher('a secret').open(cipher.seal(text))).to.deep.equal(
          O.some(text),
        );
      }),
      { seed, numRuns: 200 },
    );
  });

  it('seals the same text differently each time, and shows nothing of it', () => {
    const text = 'pi_1_secret_abc';
    expect(cipher.seal(text)).not.to.equal(cipher.seal(text));
    expect(Buffer.from(cipher.seal(text), 'base64').toString('latin1')).not.to.include('secret');
  });

  it('does not open what another secret sealed, nor what was changed or is no seal', () => {
    const sealed = cipher.seal('a text of some length');
    const bytes = Buffer.from(sealed, 'base64');
    for (const [at, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ 1;
      expect(cipher.open(changed.toString('base64')), `byte ${at}`).to.deep.equal(O.none);
    }
    for (const text of [other.seal('a text'), '', 'x', sealed.slice(0, 20)]) {
      expect(cipher.open(text)).to.deep.equal(O.none);
    }
  });

  it('gives fingerprints that only the same text and the same secret share', () => {
    expect(cipher.fingerprint('a')).to.equal(createIdempotencyCipher('a secret').fingerprint('a'));
    const all = [cipher.fingerprint('a'), cipher.fingerprint('b'), other.fingerprint('a')];
    expect(new Set(all)).to.have.property('size', 3);
  });

  it('gives digests that do not depend on the secret: those of SHA-256', () => {
    expect(cipher.digest('abc')).to.equal(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(other.digest('abc')).to.equal(cipher.digest('abc'));
  });
});

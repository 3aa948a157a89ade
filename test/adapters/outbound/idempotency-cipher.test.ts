import { expect } from 'chai';
import * as fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import { createIdempotencyCipher } from '../../../src/adapters/outbound/idempotency-cipher.js';
import type { IdempotencyCipher } from '../../../src/application/ports/idempotency-cipher.js';
import { seed } from '../../support/inputs/seed.js';

const cipher = createIdempotencyCipher(['a secret']);
const other = createIdempotencyCipher(['another secret']);
const both = createIdempotencyCipher(['another secret', 'a secret']);

const sealed = ({ seal }: IdempotencyCipher, text: string, secret?: string): string => {
  const result = seal(text, secret);
  if (O.isNone(result)) throw new Error('there is no such secret');
  return result.value;
};

const idOf = ({ fingerprints }: IdempotencyCipher): string => fingerprints('a')[0].secret;

describe('the cipher of idempotency keys', () => {
  it('decrypts what any instance with the same secret has encrypted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(createIdempotencyCipher(['a secret']).open(sealed(cipher, text))).to.deep.equal(
          O.some(text),
        );
      }),
      { seed, numRuns: 200 },
    );
  });

  it('encrypts the same text differently each time, and reveals nothing of it', () => {
    const text = 'pi_1_secret_abc';
    expect(sealed(cipher, text)).not.to.equal(sealed(cipher, text));
    const bytes = Buffer.from(sealed(cipher, text), 'base64');
    expect(bytes.toString('latin1')).not.to.include('secret');
  });

  it('does not decrypt text of another secret, changed text or other text', () => {
    const text = sealed(cipher, 'a text of some length');
    const bytes = Buffer.from(text, 'base64');
    for (const [at, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ 1;
      expect(cipher.open(changed.toString('base64')), `byte ${at}`).to.deep.equal(O.none);
    }
    for (const wrong of [sealed(other, 'a text'), '', 'x', text.slice(0, 20)]) {
      expect(cipher.open(wrong)).to.deep.equal(O.none);
    }
  });

  it('makes the same fingerprint only for the same text and secret', () => {
    const again = createIdempotencyCipher(['a secret']);
    expect(cipher.fingerprints('a')).to.deep.equal(again.fingerprints('a'));
    const all = [cipher.fingerprints('a'), cipher.fingerprints('b'), other.fingerprints('a')];
    expect(new Set(all.map(([{ value }]) => value))).to.have.property('size', 3);
  });

  it('with several secrets, makes a fingerprint with each, decrypts with any and encrypts with the first', () => {
    expect(both.fingerprints('a')).to.deep.equal([
      ...other.fingerprints('a'),
      ...cipher.fingerprints('a'),
    ]);
    for (const one of [cipher, other, both]) {
      expect(both.open(sealed(one, 'text'))).to.deep.equal(O.some('text'));
    }
    expect(other.open(sealed(both, 'text'))).to.deep.equal(O.some('text'));
    expect(cipher.open(sealed(both, 'text'))).to.deep.equal(O.none);
  });

  it('encrypts with the secret that an id names, if it has it', () => {
    expect(cipher.open(sealed(both, 'text', idOf(cipher)))).to.deep.equal(O.some('text'));
    expect(cipher.seal('text', idOf(other))).to.deep.equal(O.none);
  });

  it('gives a secret a constant id that reveals nothing of its keys', () => {
    // Derived by HKDF-SHA-256, 9 bytes, info "pasarela idempotency id".
    expect(idOf(cipher)).to.equal(idOf(createIdempotencyCipher(['a secret'])));
    expect(idOf(cipher))
      .to.match(/^[\w-]{12}$/)
      .and.not.equal(idOf(other));
  });
});

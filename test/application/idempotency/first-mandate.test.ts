import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  settingsWithMandate,
  withFirstMandate,
} from '../../../src/application/idempotency/first-mandate.js';
import { requestSettings } from '../../../src/application/idempotency/keyed-request.js';
import type { IdempotencyCipher } from '../../../src/application/ports/idempotency-cipher.js';

const reversed = (text: string): string => text.split('').toReversed().join('');

const cipher: IdempotencyCipher = {
  fingerprints: () => [{ secret: 's', value: 'v' }],
  seal: (text) => O.some(reversed(text)),
  open: (sealed) => O.some(reversed(sealed)),
};
const working = { cipher: TE.right(cipher) };
const away = {
  cipher: TE.left({ _tag: 'StoreUnavailable', outcome: 'unknown', cause: 'away' } as const),
};

const first = { amount: 1999, mandate: { ip_address: '203.0.113.7', user_agent: 'Firefox' } };
const second = { amount: 1999, mandate: { ip_address: '198.51.100.9', user_agent: 'Firefox' } };

describe('the mandate of the first request under a key', () => {
  it('is kept encrypted, and takes the place of that of a repetition', async () => {
    const text = await settingsWithMandate(working)({ confirmationMethod: 'manual' }, first)();
    expect(text).not.to.include('203.0.113.7');
    const settings = requestSettings.read(text);
    expect(settings).to.include({ confirmationMethod: 'manual' });
    expect(await withFirstMandate(working)(second, settings)()).to.deep.equal(first);
  });

  it('is not asked for by a request without one', async () => {
    const { amount } = first;
    const never = { cipher: () => Promise.reject(new Error('loaded')) };
    expect(await settingsWithMandate(never)({}, { amount })()).to.equal('{}');
    const settings = { mandate: 'of another version' };
    expect(await withFirstMandate(never)({ amount }, settings)()).to.deep.equal({ amount });
    expect(await withFirstMandate(never)(second, {})()).to.equal(second);
  });

  it('is that of the repetition when the first one cannot be read', async () => {
    expect(await settingsWithMandate(away)({}, first)()).to.equal('{}');
    expect(await withFirstMandate(away)(second, { mandate: 'sealed' })()).to.equal(second);
    for (const unreadable of ['no JSON', '{}', '{"ip_address":"","user_agent":"x"}']) {
      const settings = { mandate: reversed(unreadable) };
      expect(await withFirstMandate(working)(second, settings)()).to.equal(second);
    }
    const closed = { ...cipher, seal: () => O.none, open: () => O.none };
    const without = { cipher: TE.right(closed) };
    expect(await settingsWithMandate(without)({}, first)()).to.equal('{}');
    expect(await withFirstMandate(without)(second, { mandate: 'sealed' })()).to.equal(second);
  });
});

import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  eventWithoutClientSecret,
  withoutClientSecret,
} from '../../src/application/without-client-secret.js';
import { arbitraryJson } from '../support/inputs/arbitraries.js';
import { seed } from '../support/inputs/seed.js';

const keysOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === 'object' && value !== null
    ? [...Object.keys(value), ...Object.values(value).flatMap(keysOf)]
    : [];

describe('withoutClientSecret (decision P8)', () => {
  it('removes the secret at every depth, and nothing else', () => {
    const list = {
      object: 'list',
      data: [
        { id: 'pi_1', client_secret: 'pi_1_secret_a', charges: { data: [{ id: 'ch_1' }] } },
        { id: 'pi_2', last: { payment_intent: { id: 'pi_3', client_secret: null } } },
      ],
    };
    expect(withoutClientSecret(list)).to.deep.equal({
      object: 'list',
      data: [
        { id: 'pi_1', charges: { data: [{ id: 'ch_1' }] } },
        { id: 'pi_2', last: { payment_intent: { id: 'pi_3' } } },
      ],
    });
  });

  it('leaves no client_secret in any JSON value', () => {
    fc.assert(
      fc.property(arbitraryJson(), (value) => {
        const stripped = withoutClientSecret(value);
        expect(keysOf(stripped)).not.to.include('client_secret');
        expect(eventWithoutClientSecret(value)).to.deep.equal(stripped);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('leaves a value without secrets as it is', () => {
    fc.assert(
      fc.property(
        arbitraryJson().filter((value) => !keysOf(value).includes('client_secret')),
        (value) => {
          expect(JSON.stringify(withoutClientSecret(value))).to.equal(JSON.stringify(value));
        },
      ),
      { seed, numRuns: 1_000 },
    );
  });

  it('shares the parts without secrets with the given value', () => {
    const charges = { data: [{ id: 'ch_1' }] };
    const error = { payment_intent: { id: 'pi_2', client_secret: 'pi_2_secret_b' }, metadata: {} };
    const list = { data: [{ id: 'pi_1', charges, error }] };
    const stripped = withoutClientSecret(list);
    expect(stripped.data[0]?.charges).to.equal(charges);
    expect(stripped.data[0]?.error.metadata).to.equal(error.metadata);
    expect(withoutClientSecret(charges)).to.equal(charges);
  });

  it('does not change the given value', () => {
    const intent = Object.freeze({ id: 'pi_1', client_secret: 'pi_1_secret_a' });
    expect(withoutClientSecret(intent)).to.deep.equal({ id: 'pi_1' });
    expect(intent).to.have.property('client_secret');
  });

  it('keeps a key named __proto__ as data', () => {
    const value: unknown = JSON.parse('{"__proto__":{"client_secret":"x","admin":true}}');
    expect(JSON.stringify(withoutClientSecret(value))).to.equal('{"__proto__":{"admin":true}}');
  });
});

describe('eventWithoutClientSecret (decision P8)', () => {
  it('removes the secret at every depth, shares the rest, and freezes what it copies of frozen objects', () => {
    const metadata = Object.freeze({ order: '7' });
    const intents = [
      Object.freeze({ id: 'pi_1', client_secret: 'pi_1_secret_a', metadata }),
      { id: 'pi_2', client_secret: null, metadata },
    ];
    const [frozen, open] = eventWithoutClientSecret({ data: intents }).data;
    expect([frozen, open]).to.deep.equal([
      { id: 'pi_1', metadata: { order: '7' } },
      { id: 'pi_2', metadata: { order: '7' } },
    ]);
    expect(frozen).to.satisfy(Object.isFrozen);
    expect(open).not.to.satisfy(Object.isFrozen);
    expect(frozen?.metadata).to.equal(metadata);
    expect(intents[0]).to.have.property('client_secret');
  });
});

import { expect } from 'chai';
import { describeStore } from '../../src/infrastructure/describe-store.js';

describe('the store in the line that says that the service is ready', () => {
  for (const [store, text] of [
    [{ kind: 'memory' }, 'memory'],
    [{ kind: 'file', path: 'data/pasarela.db' }, 'file:data/pasarela.db'],
    [
      {
        kind: 'postgres',
        url: 'postgres://user:word@db.example:5433/pay?sslmode=require',
        poolSize: 10,
      },
      'postgres://db.example:5433/pay',
    ],
  ] as const) {
    it(`is "${text}"`, () => {
      expect(describeStore(store)).to.equal(text);
    });
  }
});

import { expect } from 'chai';
import { storeUnavailable } from '../../../../src/adapters/outbound/sql/database.js';
import { StoreProblem } from '../../../../src/adapters/outbound/sql/store-problem.js';

const causes: ReadonlyArray<readonly [cause: unknown, words: string]> = [
  [new Error('database "shop" does not exist'), 'database "shop" does not exist'],
  [Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [new TypeError(''), 'TypeError'],
  ['gone', 'gone'],
  [
    new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    'the server requires a password',
  ],
];

describe('the error of a store that cannot be opened', () => {
  for (const [cause, words] of causes) {
    it(`gives the reason: ${words}`, () => {
      const { message } = new StoreProblem('postgres://db/shop', storeUnavailable(cause));
      expect(message).to.equal(`the store postgres://db/shop cannot be opened: ${words}`);
    });
  }
});

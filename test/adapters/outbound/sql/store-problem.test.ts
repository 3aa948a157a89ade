import { expect } from 'chai';
import { storeUnavailable } from '../../../../src/adapters/outbound/sql/database.js';
import { StoreProblem } from '../../../../src/adapters/outbound/sql/store-problem.js';

const causes: ReadonlyArray<readonly [cause: unknown, words: string]> = [
  [new Error('relation "a" does not exist'), 'relation "a" does not exist'],
  [
    Object.assign(new Error('database "shop" does not exist'), { code: '3D000' }),
    'database "shop" does not exist: create the database, or correct its name',
  ],
  [
    Object.assign(new Error('no schema has been selected to create in'), { code: '3F000' }),
    'no schema has been selected to create in: create the schema, or correct search_path',
  ],
  [
    Object.assign(new Error('permission denied for schema public'), { code: '42501' }),
    'permission denied for schema public: give its user the rights to use the schema and to create tables in it',
  ],
  [
    Object.assign(new Error('relation "pasarela_events" already exists'), { code: '42P07' }),
    'relation "pasarela_events" already exists: use a database or a schema of its own',
  ],
  [
    Object.assign(new Error('password authentication failed for user "me"'), { code: '28P01' }),
    'password authentication failed for user "me": correct the user and the password',
  ],
  [
    Object.assign(new Error(''), { code: 'ECONNREFUSED' }),
    'ECONNREFUSED: start the database, or correct its host and port',
  ],
  [
    Object.assign(new Error('file is not a database'), { code: 'SQLITE_NOTADB' }),
    'file is not a database: correct the path, or name a new file',
  ],
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

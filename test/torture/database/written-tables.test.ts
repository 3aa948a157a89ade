import { expect } from 'chai';
import { statementsIn, writtenTables } from '../../../src/torture/database/written-tables.js';

const written: ReadonlyArray<readonly [sql: string, tables: ReadonlyArray<string>]> = [
  ["INSERT INTO orders (id) VALUES ('a')", ['insert orders']],
  ['insert into "public"."Orders" values ($1)', ['insert Orders']],
  ['UPDATE ONLY orders SET state = $1', ['update orders']],
  ['delete from shop . carts where id = $1', ['delete carts']],
  ['MERGE INTO stock USING sold ON true WHEN MATCHED THEN DELETE', ['merge stock']],
  [
    'INSERT INTO events (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seen = true',
    ['insert events'],
  ],
  [
    'WITH paid AS (UPDATE orders SET state = $1 RETURNING id) INSERT INTO parcels SELECT id FROM paid',
    ['update orders', 'insert parcels'],
  ],
  ['/* app:shop */ -- why\nUPDATE orders SET state = $1', ['update orders']],
  ['SELECT * FROM orders WHERE id = $1 FOR UPDATE OF orders', []],
  ['WITH open AS (SELECT id FROM orders FOR UPDATE SKIP LOCKED) SELECT * FROM open', []],
  ["SELECT 'insert into orders'", []],
  ['CREATE TABLE orders (id text)', []],
  ['BEGIN', []],
];

describe('the tables that a statement writes', () => {
  for (const [sql, tables] of written) {
    it(`of ${JSON.stringify(sql)} are ${JSON.stringify(tables)}`, () => {
      expect(writtenTables(sql)).to.deep.equal(tables);
    });
  }
});

describe('the statements of a text', () => {
  it('end at semicolons that are not within texts and comments', () => {
    expect(
      statementsIn("BEGIN; INSERT INTO notes VALUES ('a;b''c;'); -- done; or not\nCOMMIT;"),
    ).to.deep.equal(['BEGIN', "INSERT INTO notes VALUES ('a b''c ')", 'COMMIT']);
  });
});

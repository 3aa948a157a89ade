import { expect } from 'chai';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { movableAddress } from '../../../support/stores/postgres/movable-address.js';
import { useDatabases, usePostgres } from '../../../support/stores/postgres/use-postgres.js';

const headBytes = 8;

/** The parameters of a startup message: https://www.postgresql.org/docs/18/protocol-message-formats.html */
const readParameters = (message: Buffer): ReadonlyMap<string, string> => {
  const texts = message.toString('utf8', headBytes).split('\0');
  return new Map(
    texts.flatMap(
      (name, n): ReadonlyArray<[string, string]> =>
        n % 2 === 0 && name !== '' ? [[name, texts[n + 1] ?? '']] : [],
    ),
  );
};

const startupMessage = (head: Buffer, parameters: ReadonlyMap<string, string>): Buffer => {
  const body = Buffer.from(`${[...parameters].flat().join('\0')}\0\0`);
  const message = Buffer.concat([head.subarray(0, headBytes), body]);
  message.writeInt32BE(message.length);
  return message;
};

const refusal = (): Buffer => {
  const fields = 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0';
  const message = Buffer.alloc(5 + fields.length);
  message.write('E');
  message.writeInt32BE(4 + fields.length, 1);
  message.write(fields, 5);
  return message;
};

// As PgBouncer 1.18 did, by default and with `ignore_startup_parameters = options`.
const poolers: ReadonlyArray<readonly [string, Parameters<typeof movableAddress>[1]]> = [
  [
    'refuses the parameter options',
    (first) => (readParameters(first).has('options') ? { reply: refusal() } : { send: first }),
  ],
  [
    'ignores it',
    (first) => {
      const kept = new Map(readParameters(first));
      kept.delete('options');
      return { send: startupMessage(first, kept) };
    },
  ],
  ['passes it on', undefined],
];

const settings =
  "SELECT current_setting('enable_seqscan') AS seqscan, current_setting('statement_timeout') AS patience";

describe('a pooler before PostgreSQL', () => {
  const url = usePostgres();
  const open = useDatabases();

  for (const [does, edit] of poolers) {
    it(`that ${does}: each statement has the settings of the stores`, async () => {
      const address = await movableAddress(url(), edit);
      const database = await open(address.url);
      const wanted = [{ seqscan: 'off', patience: '10s' }];
      expect(await valueOf(database.query(settings))).to.deep.equal(wanted);
      const inside = database.transaction((query) => query(settings));
      expect(await valueOf(inside)).to.deep.equal(wanted);
      await valueOf(database.close);
      await address.close();
    });
  }
});

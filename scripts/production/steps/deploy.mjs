import { migrations } from '../../../build/src/adapters/outbound/sql/migrations.js';
import { sql } from '../sql.mjs';
import { rollThrough } from './rolling-restart.mjs';

/** The day begins with the stores of the previous release. The first new instance migrates the schema beside the old ones. */
export const deploy = {
  name: 'deploy',
  about: 'a release with new schema steps, one instance after the other',
  run: async ({ stack }) => {
    const version = async () => {
      const [row] = await sql(
        stack.server.url,
        'SELECT MAX(version) AS version FROM pasarela_schema',
      );
      return Number(row.version);
    };
    const before = await version();
    await rollThrough(stack);
    const after = await version();
    return {
      result: `schema ${before} to ${after}`,
      holds: ({ failed }) => [
        ['no request fails', failed === 0],
        ['the schema is new', before < after && after === migrations.length],
      ],
    };
  },
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shopWithRefunds } from '../../../examples/torture/support/config.mjs';

/** Pasarela's service on SQLite, with the thinnest possible shop before it. */
export const pasarela = {
  name: 'pasarela',
  prepare: async ({ root }) => ({
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    options: {
      ...shopWithRefunds,
      shop: {
        ...shopWithRefunds.shop,
        command: ['node', join(import.meta.dirname, 'shop.mjs')],
        cwd: root,
        env: { ...shopWithRefunds.shop.env, SERVICE_PROGRAM: join(root, 'dist/cli.js') },
      },
      // The service tries again five seconds after an event was not taken.
      settle: { quietMs: 7000, mostMs: 60_000 },
    },
  }),
};

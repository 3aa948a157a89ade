import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabases } from '../postgres.mjs';
import { runProgram } from '../run-program.mjs';
import { createDriver } from './driver.mjs';

/** A server of Payload with its plugin for shops, both unchanged. */
const payloadOf = (version) => ({
  name: `payload-${version}`,
  npm: [
    `@payloadcms/plugin-ecommerce@${version}`,
    `payload@${version}`,
    `@payloadcms/db-postgres@${version}`,
    'graphql@16.8.1',
    'stripe@18.3.0',
  ],
  prepare: async ({ folder, onClose }) => {
    const databases = await startDatabases();
    onClose(databases.close);
    cpSync(join(import.meta.dirname, 'server.mjs'), join(folder, 'server.mjs'));
    const env = { PAYLOAD_DISABLE_ADMIN: 'true', NEXT_TELEMETRY_DISABLED: '1' };
    const printed = await runProgram(process.execPath, ['server.mjs', '--prepare'], {
      cwd: folder,
      env: { ...env, DATABASE_URL: databases.filledUrl, STRIPE_API_KEY: 'none', PORT: '0' },
    });
    const product = Number(/^PRODUCT (\S+)$/m.exec(printed)[1]);
    return {
      version: '',
      options: {
        ...createDriver({ product }),
        shop: {
          command: ['node', 'server.mjs'],
          cwd: folder,
          env: {
            ...env,
            NODE_ENV: 'production',
            DATABASE_URL: databases.url,
            PORT: '{port}',
            STRIPE_API_KEY: '{apiKey}',
            STRIPE_PUBLISHABLE_KEY: '{publishableKey}',
            STRIPE_WEBHOOK_SECRET: '{webhookSecret}',
            NODE_OPTIONS: '--import {redirect}',
          },
          ready: '/health',
          webhook: '/api/payments/stripe/webhooks',
          reset: databases.reset,
        },
        callMs: 60_000,
        // It does nothing later by itself.
        settle: { quietMs: 1000, mostMs: 60_000, patienceMs: 0 },
        // More customers at once make it stand still for ever: docs/internals/torture-findings.md.
        plan: { atOnce: 2 },
      },
    };
  },
});

/** Before and after a payment that did not succeed made an order, and before and after two confirmations made two. */
export const payloads = ['3.79.0', '3.89.0', '3.90.2'].map(payloadOf);

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabases } from '../postgres.mjs';
import { runProgram } from '../run-program.mjs';
import { createDriver } from './driver.mjs';

/** A Vendure server with its plugin for Stripe, both unchanged. */
const vendureOf = ({ core, plugin }) => ({
  name: `vendure-${core}`,
  npm: [
    `@vendure/payments-plugin@${plugin}`,
    `@vendure/core@${core}`,
    'stripe@13.11.0',
    'pg@8.23.1',
  ],
  // The version that Vendure asks for downloads its binary when it is installed. It hashes passwords of staff.
  overrides: { bcrypt: '6.0.0' },
  prepare: async ({ folder, onClose }) => {
    const databases = await startDatabases();
    onClose(databases.close);
    cpSync(join(import.meta.dirname, 'server.cjs'), join(folder, 'server.cjs'));
    const printed = await runProgram(process.execPath, ['server.cjs', '--prepare'], {
      cwd: folder,
      env: { DATABASE_URL: databases.filledUrl, PORT: '0' },
    });
    const variant = /^VARIANT (\S+)$/m.exec(printed)[1];
    return {
      version: '',
      options: {
        ...createDriver({ variant }),
        shop: {
          command: ['node', 'server.cjs'],
          cwd: folder,
          env: {
            DATABASE_URL: databases.url,
            PORT: '{port}',
            STRIPE_API_KEY: '{apiKey}',
            STRIPE_WEBHOOK_SECRET: '{webhookSecret}',
            NODE_OPTIONS: '--import {redirect}',
          },
          ready: '/health',
          webhook: '/payments/stripe',
          // The plugin's documentation says to choose these.
          events: ['payment_intent.succeeded', 'payment_intent.payment_failed'],
          reset: databases.reset,
        },
        callMs: 60_000,
        // It does nothing later by itself.
        settle: { quietMs: 3000, mostMs: 60_000, patienceMs: 0 },
        // Vendure's interface takes no key for a refund, and its dashboard asks before it makes one.
        plan: { without: ['refund_clicked_twice'] },
      },
    };
  },
});

export const vendures = [{ core: '3.7.3', plugin: '3.5.6' }].map(vendureOf);

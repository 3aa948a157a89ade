import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabases } from '../postgres.mjs';
import { runProgram } from '../run-program.mjs';
import { createDriver } from './driver.mjs';

const secrets = { STRIPE_API_KEY: '{apiKey}', STRIPE_WEBHOOK_SECRET: '{webhookSecret}' };

/** A server of Medusa 1.8.2 with its plugin for Stripe, both unchanged. */
const medusaOf = (plugin) => ({
  name: `medusa-1-stripe-${plugin}`,
  npm: [
    '@medusajs/medusa@1.8.2',
    `medusa-payment-stripe@${plugin}`,
    '@medusajs/types@1.8.2',
    '@medusajs/event-bus-local@1.9.3',
    '@medusajs/cache-inmemory@1.8.6',
    'medusa-fulfillment-manual@1.1.37',
    'medusa-interfaces@1.3.7',
    'typeorm@0.3.11',
    'pg@8.11.0',
  ],
  // Newer ones refuse calls that Medusa makes when it starts.
  overrides: { typeorm: '0.3.11' },
  prepare: async ({ folder, onClose }) => {
    const databases = await startDatabases();
    onClose(databases.close);
    for (const file of ['server.cjs', 'seed.json']) {
      cpSync(join(import.meta.dirname, file), join(folder, file));
    }
    cpSync(join(import.meta.dirname, 'medusa-config.cjs'), join(folder, 'medusa-config.js'));
    const env = { NODE_ENV: 'production', MEDUSA_DISABLE_TELEMETRY: 'true', ...secrets };
    const prepare = (...args) =>
      runProgram(join(folder, 'node_modules/.bin/medusa'), args, {
        cwd: folder,
        env: { ...env, DATABASE_URL: databases.filledUrl },
      });
    await prepare('migrations', 'run');
    await prepare('seed', '--seed-file', 'seed.json');
    return {
      version: '',
      options: {
        ...createDriver(),
        shop: {
          command: ['node', 'server.cjs'],
          cwd: folder,
          env: {
            ...env,
            DATABASE_URL: databases.url,
            PORT: '{port}',
            NODE_OPTIONS: '--import {redirect}',
          },
          ready: '/health',
          webhook: '/stripe/hooks',
          // The plugin's documentation says to choose these.
          events: [
            'payment_intent.amount_capturable_updated',
            'payment_intent.payment_failed',
            'payment_intent.succeeded',
          ],
          reset: databases.reset,
        },
        callMs: 60_000,
        // It does nothing later by itself.
        settle: { quietMs: 3000, mostMs: 60_000, patienceMs: 0 },
      },
    };
  },
});

/** Before and after its webhooks could not complete a cart, for two causes. */
export const medusas1 = ['2.0.2', '4.0.1', '6.0.0'].map(medusaOf);

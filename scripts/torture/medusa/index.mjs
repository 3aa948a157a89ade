import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabases } from '../postgres.mjs';
import { startRedis } from '../redis.mjs';
import { runProgram } from '../run-program.mjs';
import { createDriver } from './driver.mjs';

const secrets = {
  STRIPE_API_KEY: '{apiKey}',
  STRIPE_WEBHOOK_SECRET: '{webhookSecret}',
};

/** A Medusa server with its payment provider for Stripe, both unchanged. */
const medusaOf = (version) => ({
  name: `medusa-${version}`,
  npm: ['medusa', 'framework', 'cli', 'payment-stripe'].map(
    (name) => `@medusajs/${name}@${version}`,
  ),
  prepare: async ({ folder, onClose }) => {
    const databases = await startDatabases();
    onClose(databases.close);
    const redis = await startRedis();
    if (redis !== null) onClose(redis.close);
    mkdirSync(join(folder, 'src/scripts'), { recursive: true });
    cpSync(join(import.meta.dirname, 'medusa-config.cjs'), join(folder, 'medusa-config.js'));
    cpSync(join(import.meta.dirname, 'fill.cjs'), join(folder, 'src/scripts/fill.js'));
    // The command line of Medusa reads the address from this file alone.
    writeFileSync(join(folder, '.env'), `DATABASE_URL=${databases.filledUrl}\n`);
    const env = {
      NODE_ENV: 'production',
      MEDUSA_DISABLE_TELEMETRY: 'true',
      ...(redis === null ? {} : { REDIS_URL: redis.url }),
    };
    const program = join(folder, 'node_modules/.bin/medusa');
    const prepare = (...args) =>
      runProgram(program, args, {
        cwd: folder,
        env: { ...env, ...secrets, DATABASE_URL: databases.filledUrl },
      });
    await prepare('db:migrate');
    await prepare('exec', './src/scripts/fill.js');
    const filled = JSON.parse(readFileSync(join(folder, 'filled.json'), 'utf8'));
    writeFileSync(join(folder, '.env'), '');
    return {
      version: redis === null ? 'without Redis' : 'with Redis',
      options: {
        ...createDriver(filled),
        shop: {
          command: [program, 'start', '--port', '{port}', '--host', '127.0.0.1'],
          cwd: folder,
          env: {
            ...env,
            ...secrets,
            DATABASE_URL: databases.url,
            NODE_OPTIONS: '--import {redirect}',
          },
          ready: '/health',
          webhook: '/hooks/payment/stripe_stripe',
          reset: async () => {
            await databases.reset();
            await redis?.empty();
          },
        },
        callMs: 60_000,
        // The locks of a killed process last two minutes, and webhooks are handled five seconds after they came.
        settle: { quietMs: 150_000, mostMs: 600_000, patienceMs: 0 },
        // Medusa's interface takes no key for a refund, and its dashboard locks the button.
        plan: { without: ['refund_clicked_twice'] },
      },
    };
  },
});

/** Before and after a refund that was made already could not be stored, and the newest one. */
export const medusas = ['2.13.1', '2.13.2', '2.21.2'].map(medusaOf);

import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { clientsOf } from '../../../../../src/adapters/inbound/http/access/api-keys.js';
import {
  type ApiClient,
  createClients,
} from '../../../../../src/adapters/inbound/http/access/clients.js';
import type { Example } from '../../../../../src/adapters/inbound/http/openapi/examples.js';
import type { Logger } from '../../../../../src/application/ports/logger.js';
import { decodeConfig } from '../../../../../src/infrastructure/config/config.js';
import type { Environment } from '../../../../../src/infrastructure/config/environment.js';
import { createContainer, tokens } from '../../../../../src/infrastructure/container/container.js';
import { startService } from '../../../../../src/infrastructure/service.js';
import type { MemoryControls } from '../../../../../src/simulator/controls/memory-controls.js';
import { callAt } from '../../../../support/http/call.js';
import { memoryControlsOf } from '../../../../support/processors/memory-controls-of.js';
import { recordCards } from './record-cards.js';
import { recordCheckoutSessions } from './record-checkout-sessions.js';
import { recordCustomers } from './record-customers.js';
import { recordEvents } from './record-events.js';
import { recordIdempotency, recordSharedFailures } from './record-failures.js';
import { recordLedger } from './record-ledger.js';
import { recordPayments } from './record-payments.js';
import { recordRefunds } from './record-refunds.js';
import { recordSetupIntents } from './record-setup-intents.js';
import { createRecorder } from './recorder.js';

const january2026 = 1_767_225_600;
const apiKey = 'example-key-of-the-shop';

// Clients as in API_KEYS_FILE.
const limited: ReadonlyArray<ApiClient> = [
  { name: 'dashboard', permissions: new Set(['read'] as const), keys: ['key-of-the-dashboard'] },
  { name: 'loop', keys: ['key-of-a-loop'] },
  { name: 'till', ceilings: { largestRefund: 5000 }, keys: ['key-of-the-till'] },
].map((client) => ({ ...client, otherNames: [], otherKeyHashes: [] }));

const webhookSecret = ['whsec', 'example-secret'].join('_');

// With this key, another request is always still running.
const keyInUse = 'order-43';

const silent: Logger = { info: () => {}, warn: () => {}, error: () => {} };

/** Runs the service on the in-memory processor, with a seed and a fixed clock, and records its answers. */
export const recordExamples = async (
  environment: Environment = {},
): Promise<ReadonlyArray<Example>> => {
  const config = decodeConfig({
    PORT: '0',
    NODE_ENV: 'production',
    ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: 'true',
    MEMORY_SEED: 'examples',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    API_KEYS: apiKey,
    IDEMPOTENCY_SECRET: '0123456789abcdef',
    WEBHOOK_SECRET: webhookSecret,
    ...environment,
  });
  if (E.isLeft(config)) throw new Error(config.left.join('; '));
  const wired: Array<MemoryControls> = [];
  const service = await startService(config.right, silent, (roots) => {
    const clients = createClients([...clientsOf([apiKey]), ...limited]);
    const container = createContainer({ ...roots, clients });
    container.rebind(tokens.access).toConstantValue({
      clients,
      limits: {
        addressOf: () => '',
        requests: async (who) => (who === 'client:loop' ? 7 : undefined),
      },
    });
    container.rebind(tokens.clock).toConstantValue(() => january2026);
    const store = container.get(tokens.idempotencyStore);
    container.rebind(tokens.idempotencyStore).toConstantValue({
      ...store,
      claim: (request) =>
        request.key === keyInUse
          ? TE.right({ _tag: 'InUse', leaseUntil: request.leaseUntil })
          : store.claim(request),
    });
    wired.push(memoryControlsOf(container.get(tokens.processor)));
    return container;
  });
  try {
    const [controls] = wired;
    if (controls === undefined) throw new Error('the service was not wired');
    const recorder = createRecorder(callAt(service.address), apiKey);
    const customer = await recordCustomers(recorder);
    const cards = await recordCards(recorder, customer);
    const charge = await recordPayments(recorder, { customer, ...cards });
    await recordRefunds(recorder, charge);
    await recordSetupIntents(recorder, { customer, ...cards });
    await recordCheckoutSessions(recorder, { customer });
    await recordEvents(recorder, { secret: webhookSecret, timestamp: january2026 });
    await recordSharedFailures(recorder, { customer, controls });
    await recordIdempotency(recorder, keyInUse);
    await recordLedger(recorder, { customer, controls });
    return recorder.examples();
  } finally {
    await service.close();
  }
};

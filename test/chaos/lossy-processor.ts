import type { FakeServer } from '../../src/fake-server.js';
import {
  type Losses,
  type LossyProxy,
  type Passing,
  startLossyProxy,
} from '../support/http/start-lossy-proxy.js';
import { drawn } from './draw.js';

const lostShare = 0.1;

/**
 * Loses one request in ten before the work, and one answer in ten after it, decided anew for each attempt. `nameOf`
 * names a request the same way in every run with the same seed.
 */
export const drawnLosses = (nameOf: (passing: Passing) => string): Required<Losses> => ({
  request: (passing) =>
    drawn(`request ${nameOf(passing)} lost at attempt ${passing.attempt}`) < lostShare,
  answer: (passing) =>
    drawn(`answer to ${nameOf(passing)} lost at attempt ${passing.attempt}`) < lostShare,
});

/** A processor behind a proxy that loses some requests and some answers. */
type LossyProcessor = LossyProxy & {
  /** The number of changing calls that were repeated under the same key. */
  readonly repeated: () => number;
  /** The number of changing calls whose last attempt was lost, so that only evidence could show their outcome. */
  readonly lastAttemptLost: () => number;
};

const nameOf = ({ method, url, headers }: Passing): string =>
  String(headers['idempotency-key'] ?? `${method} ${url}`);

/** Starts the proxy in front of the processor at this address. */
export const startLossyProcessor = async (target: string): Promise<LossyProcessor> => {
  const { request, answer } = drawnLosses(nameOf);
  const calls = new Map<string, { readonly attempts: number; readonly lost: boolean }>();
  const note = (passing: Passing, lost: boolean): boolean => {
    const { method, attempt: attempts } = passing;
    if (method === 'POST') calls.set(nameOf(passing), { attempts, lost });
    return lost;
  };
  const proxy = await startLossyProxy(target, {
    request: (passing) => note(passing, request(passing)),
    answer: (passing, status) => note(passing, answer(passing, status)),
  });
  const sum = (of: (call: { readonly attempts: number; readonly lost: boolean }) => number) =>
    [...calls.values()].reduce((total, call) => total + of(call), 0);
  return {
    ...proxy,
    repeated: () => sum(({ attempts }) => attempts - 1),
    lastAttemptLost: () => sum(({ lost }) => Number(lost)),
  };
};

/** The variables of a service that uses this processor and takes over soon from a killed instance. */
export const processorEnv = ({ url, apiKey }: Pick<FakeServer, 'url' | 'apiKey'>) => ({
  PROCESSOR: 'stripe',
  STRIPE_SECRET_KEY: apiKey,
  STRIPE_BASE_URL: url,
  // Without retries, the client sees the lost answer and must repeat its request.
  STRIPE_MAX_RETRIES: '0',
  IDEMPOTENCY_LEASE_SECONDS: '1',
  LOG_LEVEL: 'warn',
});

import type { IncomingHttpHeaders } from 'node:http';
import { startLossyProxy } from '../http/start-lossy-proxy.js';
import { overStripe } from './set-ups.js';

/** The service over Stripe, and the headers of the requests that Stripe receives. */
export const recordedStripe = (): {
  readonly setUp: typeof overStripe;
  readonly received: Array<IncomingHttpHeaders>;
} => {
  const received: Array<IncomingHttpHeaders> = [];
  return {
    received,
    setUp: {
      ...overStripe,
      open: async () => {
        const { env, close, ...processor } = await overStripe.open();
        const proxy = await startLossyProxy(env['STRIPE_BASE_URL'] ?? '', {
          answer: ({ headers }) => {
            received.push(headers);
            return false;
          },
        });
        return {
          ...processor,
          env: { ...env, STRIPE_BASE_URL: proxy.url },
          close: async () => {
            await proxy.close();
            await close();
          },
        };
      },
    },
  };
};

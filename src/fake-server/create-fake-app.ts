import { Router, type RouterMiddleware } from '@koa/router';
import Koa from 'koa';
import type { BrokenRequestStatus } from '../adapters/inbound/http/attach-to-server.js';
import type { HttpAnswer } from '../adapters/inbound/http/http-message.js';
import { processorCommands } from '../adapters/inbound/http/processor/processor-endpoints.js';
import {
  type ApiError,
  invalidRequest,
  serverError,
} from '../adapters/outbound/memory/engine/errors.js';
import { accountApiVersion } from '../adapters/outbound/memory/engine/objects/object.js';
import type { MemoryControls } from '../adapters/outbound/memory/memory-controls.js';
import type { Logger } from '../application/ports/logger.js';
import { redact } from '../domain/redact.js';
import { allowOrigins } from './wire/cors.js';
import { sendApiError, sendJson } from './wire/send-response.js';

type Description = {
  readonly url: string;
  readonly apiKey: string;
  readonly controls: MemoryControls;
};

/** Describes the server to a browser that opens its address. */
export const createDescriptionRouter = ({ url, apiKey, controls }: Description): Router => {
  const commands = processorCommands(controls).map(({ name }) => `POST ${url}/_processor/${name}`);
  const description = {
    about:
      "An in-memory card processor that speaks Stripe's protocol, for tests and local work. No money moves. Point a Stripe SDK at this address.",
    api: `${url}/v1`,
    stripe_js: `${url}/v3/`,
    api_key: apiKey,
    accounts:
      'Every key sk_test_<name> has its own account; Stripe-Account names another account under it.',
    controls: [
      ...commands,
      ...['GET deliveries', 'POST resend', 'GET fixture', 'DELETE account'].map((control) =>
        control.replace(' ', ` ${url}/_processor/`),
      ),
    ],
  };
  const router = new Router();
  router.get('/', (ctx) => {
    sendJson(ctx, 200, description);
  });
  return router;
};

const emptyPart =
  ' If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.';

// Parts of Stripe's API that shops ask for. For these, Stripe's own text would make people look for a mistake in the path.
const notSimulated = new Set(
  `account accounts application_fees billing billing_portal coupons credit_notes entitlements ephemeral_keys file_links files
  financial_connections identity invoiceitems invoices issuing mandates payment_links plans prices products promotion_codes
  quotes radar reporting reviews sources subscription_items subscription_schedules subscriptions tax tax_rates terminal topups
  transfers treasury`.split(/\s+/),
);

const unrecognizedText = (method: string, path: string): string => {
  if (path.startsWith('/_processor')) {
    return `There is no control at ${method} ${path}. GET / lists the controls.`;
  }
  const [, version, part = ''] = path.split('/');
  if (version === 'v1' && notSimulated.has(part)) {
    return `This simulator does not simulate the endpoint: ${method} ${path}`;
  }
  return `Unrecognized request URL (${method}: ${path}).${/\/(?:\/|$)/.test(path) ? emptyPart : ''} Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
};

/** The error for an unknown path. A path with an empty part comes from a missing id. */
const unrecognizedUrl = (method: string, path: string): ApiError => ({
  status: 404,
  error: { type: 'invalid_request_error', message: unrecognizedText(method, redact(path)) },
});

/** The response to bytes that are not an HTTP request. */
export const brokenRequestAnswer = (status: BrokenRequestStatus): HttpAnswer => ({
  status,
  headers: { 'stripe-version': accountApiVersion },
  body: { error: invalidRequest('Invalid request: not valid HTTP.').error },
});

type Options = {
  readonly logger: Logger;
  /** Returns the next `req_...` for responses without an account. */
  readonly newRequestId: () => string;
};

/** Combines the routes into a Koa application. An uncaught error is logged and answered with Stripe's 500. */
export const createFakeApp = (
  routes: ReadonlyArray<RouterMiddleware>,
  { logger, newRequestId }: Options,
): Koa => {
  const app = new Koa();
  app.on('error', (cause: unknown) => logger.error('response failed', { cause }));
  app.use(async (ctx, next) => {
    ctx.set({ 'request-id': newRequestId(), 'stripe-version': accountApiVersion });
    try {
      await next();
    } catch (cause) {
      logger.error('request failed', { cause });
      sendApiError(ctx, serverError);
    }
  });
  app.use(allowOrigins);
  for (const route of routes) app.use(route);
  app.use((ctx) => {
    sendApiError(ctx, unrecognizedUrl(ctx.method, ctx.path));
  });
  return app;
};

import type { Context, Middleware } from 'koa';

const exposed = [
  'Request-Id',
  'Stripe-Manage-Version',
  'Stripe-Should-Retry',
  'X-Stripe-External-Auth-Required',
  'X-Stripe-Privileged-Session-Required',
];

/** The headers of every response of the API, as recorded from Stripe. */
const corsHeaders = (ctx: Context): Record<string, string> => {
  const origin = ctx.get('origin');
  return {
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE',
    'access-control-allow-origin': origin === '' ? '*' : origin,
    'access-control-expose-headers': exposed.join(', '),
    'access-control-max-age': '300',
    vary: 'Origin',
  };
};

/**
 * Lets pages of every origin read the responses of the API, and answers their preflight requests. It does not say what such
 * a page may do: the API refuses it everything but what a publishable key may do.
 */
export const allowOrigins: Middleware = async (ctx, next) => {
  if (!ctx.path.startsWith('/v1/')) {
    await next();
    return;
  }
  ctx.set(corsHeaders(ctx));
  if (ctx.method !== 'OPTIONS' || ctx.get('access-control-request-method') === '') {
    await next();
    return;
  }
  const wanted = ctx.get('access-control-request-headers');
  if (wanted !== '') ctx.set('access-control-allow-headers', wanted);
  ctx.status = 204;
};

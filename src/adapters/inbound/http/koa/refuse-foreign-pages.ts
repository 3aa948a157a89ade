import { isIP } from 'node:net';
import type { Context, Middleware } from 'koa';
import { type ErrorAnswers, sendError } from './send.js';

type Options = {
  /** The address that the service listens on. */
  readonly host: string;
  /** The URL of the service in a browser. */
  readonly publicUrl: string;
};

const isLoopback = (host: string): boolean => /^(?:localhost|::1|127(?:\.[0-9]+){3})$/.test(host);

const nameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');
const addressOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

// Only a public DNS name can be pointed here by others: not an IP address, and not a name without a dot.
const isPublicName = (name: string): boolean =>
  name.includes('.') && isIP(name) === 0 && !name.endsWith('.localhost');

// Browsers mark requests from pages of other sites and other ports with `Sec-Fetch-Site`, but only to addresses that they
// trust: localhost and HTTPS. To others, such as `http://pasarela:3000`, `Origin` names the page.
const comesFromElsewhere = (ctx: Context, publicUrl: string): boolean => {
  const site = ctx.get('sec-fetch-site');
  if (site !== '') return site === 'cross-site' || site === 'same-site';
  const origin = ctx.get('origin');
  const page = addressOf(origin);
  return origin !== '' && (page === '' || ![ctx.host, addressOf(publicUrl)].includes(page));
};

/**
 * Protects routes without API keys from pages of other sites in a browser on the same machine: refuses cross-site requests and,
 * on a loopback address, requests to a public host name that points here (DNS rebinding).
 */
export const refuseForeignPages =
  ({ host, publicUrl }: Options, errors: ErrorAnswers): Middleware =>
  async (ctx, next) => {
    const rebound =
      isLoopback(host) && isPublicName(ctx.hostname) && ctx.hostname !== nameOf(publicUrl);
    if (rebound || comesFromElsewhere(ctx, publicUrl))
      sendError(ctx, { _tag: 'ForeignPage' }, errors);
    else await next();
  };

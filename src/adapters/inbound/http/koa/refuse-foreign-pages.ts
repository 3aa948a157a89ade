import { isIP } from 'node:net';
import type { Context, Middleware } from 'koa';
import { type ErrorAnswers, sendError } from './send.js';

type Options = {
  /** The address that the service listens on. */
  readonly host: string;
  /** Where a browser reaches the service. */
  readonly publicUrl: string;
};

const isLoopback = (host: string): boolean => /^(?:localhost|::1|127(?:\.[0-9]+){3})$/.test(host);

const nameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

// Only a name of the public DNS can be made to lead here by somebody else: no address, no name without a dot.
const isPublicName = (name: string): boolean =>
  name.includes('.') && isIP(name) === 0 && !name.endsWith('.localhost');

// What a browser says of a request that a page of another site, or of another port, has it send.
const comesFromElsewhere = (ctx: Context): boolean =>
  ['cross-site', 'same-site'].includes(ctx.get('sec-fetch-site'));

/**
 * Keeps other sites' pages, open in a browser on the same machine, from what asks for no key: what they send across
 * sites, and, on a loopback address, what they send to a name of their own that leads here (DNS rebinding).
 */
export const refuseForeignPages =
  ({ host, publicUrl }: Options, errors: ErrorAnswers): Middleware =>
  async (ctx, next) => {
    const rebound =
      isLoopback(host) && isPublicName(ctx.hostname) && ctx.hostname !== nameOf(publicUrl);
    if (rebound || comesFromElsewhere(ctx)) sendError(ctx, { _tag: 'ForeignPage' }, errors);
    else await next();
  };

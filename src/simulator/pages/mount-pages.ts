import { isLoopback } from '../../adapters/inbound/http/access/foreign-pages.js';
import type { MountPages } from '../../adapters/inbound/http/mounted-interface.js';
import type { SeeRequest } from '../../adapters/inbound/http/served-endpoints.js';
import { controlsOf } from '../controls/processor-controls.js';
import { processorEndpoints } from '../controls/processor-endpoints.js';
import { challengeEndpoints } from './challenge-endpoints.js';
import { type CheckoutDesk, checkoutEndpoints } from './checkout-endpoints.js';

/** The URL of this machine that a scheme and a `Host` header make; `undefined`: another host, or more than a host and a port. */
const ownAddress = (scheme: string, host: string): string | undefined => {
  const text = `${scheme}://${host}`;
  if (!URL.canParse(text)) return undefined;
  const { href, origin, hostname } = new URL(text);
  const name = hostname.replaceAll(/[[\]]/g, '');
  const isOwn = isLoopback(name) || name.endsWith('.localhost');
  // Readers of URLs disagree about `localhost\@other.example`.
  return isOwn && href === `${origin}/` ? origin : undefined;
};

/**
 * Tells at which URL the interface is mounted, as callers on this machine reach it. Any caller can name another host, to which the
 * customers of others would be sent.
 */
const tellAddress = (mountedAt: (url: string) => void): SeeRequest => {
  let known = '';
  return (request, path, below) => {
    const { host } = request;
    if (host === known || !path.endsWith(below)) return;
    const address = ownAddress(request.encrypted ? 'https' : 'http', host);
    if (address === undefined) return;
    known = host;
    const mount = path.slice(0, path.length - below.length);
    mountedAt(`${address}${mount}`);
  };
};

// Anybody may ask at any address: without API keys, the guard takes all of them for this machine's.
const anyAddress = '127.0.0.1';

/** Makes the function that mounts the pages of challenges and of Checkout, and the controls, of a processor that has controls. */
export const createMountPages =
  (desk: CheckoutDesk): MountPages =>
  (processor, { authorize, publicUrl, forgetEvents, errors, mount }) => {
    const controls = controlsOf(processor);
    if (controls === undefined) return { endpoints: [] };
    const reset = (): void => {
      controls.reset();
      forgetEvents();
    };
    const endpoints = [
      ...challengeEndpoints({ processor, controls, locale: errors.locale }),
      ...checkoutEndpoints(desk, errors.locale),
      ...processorEndpoints(
        { ...controls, reset },
        { authorize, host: anyAddress, publicUrl: publicUrl ?? '', ...errors },
      ),
    ];
    const mountedAt: unknown = Reflect.get(processor, 'mountedAt');
    if (typeof mountedAt !== 'function') return { endpoints };
    const tell = (url: string): void => void Reflect.apply(mountedAt, processor, [url]);
    if (publicUrl === undefined) return { endpoints, seeRequest: tellAddress(tell) };
    tell(`${publicUrl.replace(/\/+$/, '')}${mount}`);
    return { endpoints };
  };

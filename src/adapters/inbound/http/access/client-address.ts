import { BlockList, isIP, isIPv6 } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import type { HttpRequest } from '../core/message.js';

const named: { readonly [word: string]: ReadonlyArray<string> } = {
  loopback: ['127.0.0.0/8', '::1/128'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

type Network = { readonly address: string; readonly prefix: number };

const networkOf = (text: string): Network | undefined => {
  const [address = '', written, ...rest] = text.split('/');
  const most = isIPv6(address) ? 128 : 32;
  const prefix = written === undefined ? most : Number(written);
  const isPrefix = written === undefined || /^[0-9]{1,3}$/.test(written);
  return isIP(address) !== 0 && isPrefix && prefix <= most && rest.length === 0
    ? { address, prefix }
    : undefined;
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** The addresses of proxies whose `X-Forwarded-For` is believed. */
type TrustedProxies = BlockList;

/** Parses networks such as `10.0.0.0/8`, addresses, and the words `loopback` and `uniquelocal`. Left: the first that is wrong. */
export const parseTrustedProxies = (
  words: ReadonlyArray<string>,
): E.Either<string, TrustedProxies> => {
  const list = new BlockList();
  for (const word of words) {
    for (const text of named[word] ?? [word]) {
      const network = networkOf(text);
      if (network === undefined) return E.left(word);
      list.addSubnet(network.address, network.prefix, familyOf(network.address));
    }
  }
  return E.right(list);
};

// An IPv4 address as an IPv6 socket shows it, and an address with a port as some proxies write it.
const plain = (text: string): string => {
  const [, inBrackets] = /^\[([^\]]+)\](?::[0-9]+)?$/.exec(text) ?? [];
  const [, beforePort] = /^([0-9.]+):[0-9]+$/.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  const [, mapped] = /^::ffff:([0-9.]+)$/i.exec(address) ?? [];
  return mapped ?? address;
};

/** Where a request came from: the socket's address, and the header `X-Forwarded-For`. */
export type Origin = Pick<HttpRequest, 'headers'> & Partial<Pick<HttpRequest, 'remoteAddress'>>;

/** The address of the caller of a request. */
export type AddressOf = (origin: Origin) => string;

/**
 * The address of a caller. Behind trusted proxies it is the last address of `X-Forwarded-For` that no trusted proxy has: everything
 * before it may be made up by the caller.
 */
export const clientAddress =
  (trusted: TrustedProxies): AddressOf =>
  ({ remoteAddress = '', headers }) => {
    let address = plain(remoteAddress);
    const { 'x-forwarded-for': header } = headers;
    const hops = typeof header === 'string' ? header.split(',') : [];
    while (hops.length > 0 && isIP(address) !== 0 && trusted.check(address, familyOf(address))) {
      const next = plain((hops.pop() ?? '').trim());
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };

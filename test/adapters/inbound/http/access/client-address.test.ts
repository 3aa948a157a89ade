import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import {
  clientAddress,
  parseTrustedProxies,
} from '../../../../../src/adapters/inbound/http/access/client-address.js';
import { countedAddress } from '../../../../../src/adapters/inbound/http/access/counted-address.js';

const behind = (...proxies: ReadonlyArray<string>) => {
  const trusted = parseTrustedProxies(proxies);
  if (E.isLeft(trusted)) throw new Error(trusted.left);
  const addressOf = clientAddress(trusted.right);
  return (remoteAddress: string, forwarded?: string) =>
    countedAddress(addressOf({ remoteAddress, headers: { 'x-forwarded-for': forwarded } }));
};

describe('clientAddress', () => {
  const cases: ReadonlyArray<
    readonly [
      what: string,
      proxies: ReadonlyArray<string>,
      remote: string,
      forwarded: string | undefined,
      address: string,
    ]
  > = [
    ['a caller without a proxy', [], '203.0.113.7', undefined, '203.0.113.7'],
    ['a caller who writes the header', [], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['a caller behind a proxy', ['loopback'], '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['a proxy on IPv6', ['loopback'], '::1', '203.0.113.7', '203.0.113.7'],
    [
      'a proxy as IPv6 sockets show it',
      ['10.0.0.0/8'],
      '::ffff:10.1.2.3',
      '203.0.113.7',
      '203.0.113.7',
    ],
    [
      'what the caller wrote before the proxy',
      ['loopback'],
      '127.0.0.1',
      '1.1.1.1, 203.0.113.7',
      '203.0.113.7',
    ],
    [
      'two proxies',
      ['loopback', 'uniquelocal'],
      '127.0.0.1',
      '1.1.1.1, 203.0.113.7, 10.0.0.9',
      '203.0.113.7',
    ],
    ['an untrusted proxy', ['loopback'], '127.0.0.1', '203.0.113.7, 10.0.0.9', '10.0.0.9'],
    ['proxies alone', ['loopback', 'uniquelocal'], '127.0.0.1', '10.0.0.9', '10.0.0.9'],
    ['a trusted proxy without the header', ['loopback'], '127.0.0.1', undefined, '127.0.0.1'],
    ['what is not an address', ['loopback'], '127.0.0.1', 'unknown', '127.0.0.1'],
    [
      'an address behind rubbish',
      ['loopback', '10.0.0.0/8'],
      '127.0.0.1',
      '1.1.1.1, x, 10.0.0.9',
      '10.0.0.9',
    ],
    ['an address with a port', ['loopback'], '127.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    [
      'an IPv6 address with a port',
      ['loopback'],
      '127.0.0.1',
      '[2001:db8:1:2::9]:4711',
      '2001:db8:1:2::/64',
    ],
    ['IPv6, by its network', [], '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
    ['IPv6 with zeros left out', [], '2001:db8::6', undefined, '2001:db8:0:0::/64'],
    ['IPv6 with a zone', [], 'fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
    [
      'IPv6 with zeros written',
      [],
      '2001:0db8:0000:0000:0000:0000:0000:0006',
      undefined,
      '2001:db8:0:0::/64',
    ],
    ['IPv4 inside IPv6', [], '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    [
      'a single trusted address',
      ['192.0.2.1', '2001:db8::1'],
      '2001:db8::1',
      '203.0.113.7, 192.0.2.1',
      '203.0.113.7',
    ],
    ['a connection that has gone', ['loopback'], '', '203.0.113.7', ''],
  ];
  for (const [what, proxies, remote, forwarded, address] of cases) {
    it(`counts ${what} as ${address}`, () => {
      expect(behind(...proxies)(remote, forwarded)).to.equal(address);
    });
  }

  it('refuses what is not a network', () => {
    for (const word of [
      'everyone',
      '10.0.0.0/33',
      '::1/129',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0/8',
      '*',
      '1.1.1.1/-1',
    ]) {
      expect(parseTrustedProxies(['loopback', word]), word).to.deep.equal(E.left(word));
    }
  });
});

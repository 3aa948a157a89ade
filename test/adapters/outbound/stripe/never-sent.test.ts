import { expect } from 'chai';
import { neverSent } from '../../../../src/adapters/outbound/stripe/errors.js';

const failed = (code: string, syscall?: string): Error =>
  Object.assign(new Error(`${String(syscall)} ${code}`), { code }, syscall ? { syscall } : {});

const cases: ReadonlyArray<readonly [what: string, error: unknown, certain: boolean]> = [
  ['connection refused', failed('ECONNREFUSED', 'connect'), true],
  ['host unknown', failed('ENOTFOUND', 'getaddrinfo'), true],
  ['name server not there', failed('EAI_AGAIN', 'getaddrinfo'), true],
  ['network unreachable', failed('ENETUNREACH', 'connect'), true],
  ['host unreachable', failed('EHOSTUNREACH', 'connect'), true],
  ['no connection in the time of the system', failed('ETIMEDOUT', 'connect'), true],
  [
    'every address refused',
    new AggregateError([failed('ECONNREFUSED', 'connect'), failed('ENETUNREACH', 'connect')]),
    true,
  ],
  [
    'one of several addresses lost',
    new AggregateError([failed('ECONNREFUSED', 'connect'), failed('ECONNRESET', 'read')]),
    false,
  ],
  ['several failures that are none', new AggregateError([]), false],
  ['reset while reading', failed('ECONNRESET', 'read'), false],
  ['broken while writing', failed('EPIPE', 'write'), false],
  ['hung up', failed('ECONNRESET'), false],
  ['no answer in our time', failed('ETIMEDOUT'), false],
  ['a certificate that does not hold', failed('DEPTH_ZERO_SELF_SIGNED_CERT'), false],
  ['a text', 'connect ECONNREFUSED', false],
  ['nothing', undefined, false],
];

describe('whether a request has left', () => {
  for (const [what, error, certain] of cases) {
    it(`${what}: ${certain ? 'certainly not' : 'perhaps'}`, () => {
      expect(neverSent(error)).to.equal(certain);
    });
  }
});

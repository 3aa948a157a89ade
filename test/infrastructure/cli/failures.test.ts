import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { PaymentError } from '../../../src/domain/payment-error.js';
import {
  CommandProblem,
  decodedOrThrow,
  describeCallFailure,
  describeLookUpFailure,
  listenProblem,
  valueOrThrow,
} from '../../../src/infrastructure/cli/failures.js';

const cause = new Error('socket hang up');

const refused = {
  _tag: 'ProcessorRefused',
  status: 400,
  message: 'No such charge',
  code: null,
  param: null,
} as const;

const declined = {
  _tag: 'CardError',
  message: 'Your card was declined.',
  code: 'card_declined',
  decline_code: null,
  param: null,
  charge: null,
  payment_intent: null,
} as const;

describe('failures of the command line', () => {
  const described: ReadonlyArray<readonly [error: PaymentError, text: string]> = [
    [refused, 'the processor refused the call: No such charge'],
    [declined, 'the processor refused the call: Your card was declined.'],
    [
      { _tag: 'ProcessorAuthenticationFailed', cause },
      'the processor refused STRIPE_SECRET_KEY: use a valid key with the needed permissions',
    ],
    [
      { _tag: 'ProcessorUnavailable', outcome: 'unknown', cause },
      'no response from the processor: Error: socket hang up',
    ],
    [
      { _tag: 'ProcessorFailed', status: 502, cause },
      'no response from the processor: Error: socket hang up',
    ],
    [{ _tag: 'StoreUnavailable', cause }, 'the store is unavailable: Error: socket hang up'],
    [{ _tag: 'Unexpected', cause }, 'Error: socket hang up'],
  ];
  for (const [error, text] of described) {
    it(`describes ${error._tag}`, () => {
      expect(describeCallFailure(error)).to.equal(text);
    });
  }

  it('describes other errors as the service does', () => {
    expect(describeCallFailure({ _tag: 'NotFound', resource: 'charge' })).to.match(/charge/i);
  });

  it('does not say of a look-up that the call was refused', () => {
    for (const error of [refused, declined]) {
      expect(describeLookUpFailure(error))
        .to.include(error.message)
        .and.not.to.include('refused the call');
    }
    const failed = { _tag: 'ProcessorFailed', status: 502, cause } as const;
    expect(describeLookUpFailure(failed)).to.equal(describeCallFailure(failed));
  });

  it('throws the description of a failed call, and returns the value of another', () => {
    expect(valueOrThrow(E.right(7))).to.equal(7);
    expect(() => valueOrThrow(E.left(refused))).to.throw(CommandProblem, 'No such charge');
  });

  it('names every problem of what cannot be decoded', () => {
    expect(decodedOrThrow(E.right(7))).to.equal(7);
    expect(() => decodedOrThrow(E.left(['a is missing']))).to.throw(
      CommandProblem,
      /^a is missing$/,
    );
    expect(() => decodedOrThrow(E.left(['a is missing', 'b is missing']))).to.throw(
      CommandProblem,
      /^2 problems:\n {2}a is missing\n {2}b is missing$/,
    );
  });

  const listening: ReadonlyArray<
    readonly [code: string, host: string, setting: string | undefined, text: string]
  > = [
    [
      'EADDRINUSE',
      '127.0.0.1',
      undefined,
      'port 80 on 127.0.0.1 is already in use: stop the other program, or choose another port with --port',
    ],
    [
      'EADDRINUSE',
      'a secret',
      'PORT',
      'port 80 on this host is already in use: stop the other program, or choose another port with PORT',
    ],
    [
      'EACCES',
      '127.0.0.1',
      undefined,
      'this user may not listen on port 80 of 127.0.0.1: choose a port above 1023 with --port',
    ],
    [
      'EACCES',
      'a secret',
      'PORT',
      'this user may not listen on port 80 of this host: choose a port above 1023 with PORT',
    ],
    [
      'EADDRNOTAVAIL',
      '192.0.2.1',
      undefined,
      '192.0.2.1 is not an address of this machine: choose another address with --host',
    ],
    [
      'ENOTFOUND',
      'a secret',
      undefined,
      'the name in --host or HOST is not an address of this machine: choose another address with --host',
    ],
    [
      'EAI_AGAIN',
      'a secret',
      'HTTP_HOST',
      'HTTP_HOST is not an address of this machine: choose another address with HTTP_HOST',
    ],
  ];
  for (const [code, host, setting, text] of listening) {
    it(`says why ${host} cannot be listened on after ${code}${setting === undefined ? '' : ` with ${setting}`}`, () => {
      const problem = listenProblem(
        Object.assign(new Error('listen'), { code }),
        host,
        80,
        setting,
      );
      expect(problem).to.be.instanceOf(CommandProblem).and.to.have.property('message', text);
    });
  }

  it('leaves another error as it is', () => {
    for (const error of [cause, 'text', Object.assign(new Error('listen'), { code: 'EMFILE' })]) {
      expect(listenProblem(error, '127.0.0.1', 80)).to.equal(error);
    }
  });
});

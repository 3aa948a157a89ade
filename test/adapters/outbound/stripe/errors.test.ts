import { expect } from 'chai';
import { Stripe } from 'stripe';
import {
  conceal,
  neverSent,
  translateRefusal,
} from '../../../../src/adapters/outbound/stripe/errors.js';
import type { ProcessorError } from '../../../../src/domain/payment-error.js';
import { written } from './support/written.js';

const { errors } = Stripe;

const plain = { message: 'Because.', code: 'some_code', param: 'some_param' } as const;

const translated = (
  status: number,
  error: Parameters<typeof translateRefusal>[0]['error'],
  requestId?: string,
): ProcessorError =>
  translateRefusal(
    { _tag: 'StripeRefusal', status, requestId, shouldRetry: undefined, error },
    (text) => text,
  );

const refused = (status: number): object => ({
  _tag: 'ProcessorRefused',
  status,
  message: plain.message,
  code: plain.code,
  param: plain.param,
});

const names = Object.getOwnPropertyNames(errors).filter(
  (name) => name.endsWith('Error') && !name.startsWith('generate'),
);

// The status and type of Stripe's response, the class that the SDK has for it, and the port's error.
const answered: ReadonlyArray<
  readonly [status: number, body: object, name: string, expected: object]
> = [
  [400, { type: 'invalid_request_error' }, 'StripeInvalidRequestError', refused(400)],
  [404, { type: 'invalid_request_error' }, 'StripeInvalidRequestError', refused(404)],
  [
    400,
    { type: 'idempotency_error', code: undefined },
    'StripeIdempotencyError',
    { ...refused(400), code: 'idempotency_error' },
  ],
  [402, { type: 'invalid_request_error' }, 'StripeCardError', refused(402)],
  [
    409,
    { type: 'invalid_request_error' },
    'StripeAPIError',
    { ...refused(409), decision: 'undecided' },
  ],
  [
    429,
    { type: 'invalid_request_error' },
    'StripeRateLimitError',
    { ...refused(429), decision: 'turned_away' },
  ],
  [
    400,
    { type: 'invalid_request_error', code: 'rate_limit' },
    'StripeRateLimitError',
    { ...refused(429), code: 'rate_limit', decision: 'turned_away' },
  ],
  [401, {}, 'StripeAuthenticationError', { _tag: 'ProcessorAuthenticationFailed', status: 401 }],
  [403, {}, 'StripePermissionError', { _tag: 'ProcessorAuthenticationFailed', status: 403 }],
  [500, { type: 'api_error' }, 'StripeAPIError', { _tag: 'ProcessorFailed', status: 500 }],
  [503, { type: 'api_error' }, 'StripeAPIError', { _tag: 'ProcessorFailed', status: 503 }],
];

const cardError = {
  ...plain,
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  charge: 'ch_1',
  payment_intent: { id: 'pi_1', client_secret: 'SECRET' },
};

const decline = {
  _tag: 'CardError',
  message: 'Because.',
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  param: 'some_param',
  charge: 'ch_1',
  payment_intent: 'pi_1',
};

describe("translating Stripe's errors", () => {
  it('the SDK has as many error classes as when this was written', () => {
    expect(names).to.have.lengthOf(19);
  });

  for (const [status, body, name, expected] of answered) {
    it(`HTTP ${status} ${JSON.stringify(body)}, a ${name} of the SDK, is ${JSON.stringify(expected)}`, () => {
      const raw = { ...plain, ...body };
      expect(
        errors.StripeError.generate({
          type: 'invalid_request_error',
          headers: {},
          requestId: 'req_1',
          ...raw,
          statusCode: status,
        }).constructor.name,
      ).to.equal(name);
      const { cause: _, ...error } = { cause: null, ...translated(status, raw) };
      expect(error).to.deep.equal(expected);
    });
  }

  for (const type of [undefined, 'card_error', 'api_error', 'idempotency_error', 'new_error', 7]) {
    it(`type ${type} is translated at every status, without what else Stripe sent`, () => {
      for (let status = 400; status < 600; status += 1) {
        const error = translated(status, {
          ...plain,
          type,
          payment_intent: cardError.payment_intent,
        });
        expect(error._tag).to.match(/^(Processor(Refused|Failed|Authentication)|CardError)/);
        expect(written(error)).not.to.include('SECRET');
      }
    });
  }

  it('a card error is a card error with any status', () => {
    expect(translated(402, cardError)).to.deep.equal(decline);
    expect(translated(400, cardError)).to.deep.equal(decline);
  });

  it('a card error of a setup intent names it', () => {
    const { charge: _charge, payment_intent: _intent, ...rest } = cardError;
    const raw = { ...rest, setup_intent: { id: 'seti_1', client_secret: 'SECRET' } };
    expect(translated(402, raw)).to.deep.equal({
      ...decline,
      charge: null,
      payment_intent: null,
      setup_intent: 'seti_1',
    });
  });

  it('a card error without details has null there', () => {
    expect(translated(402, { type: 'card_error' })).to.deep.equal({
      ...decline,
      message: 'The processor gave no reason',
      code: null,
      decline_code: null,
      param: null,
      charge: null,
      payment_intent: null,
    });
  });

  it('values that are not texts are left out', () => {
    const raw = { type: 'invalid_request_error', message: { secret: 1 }, code: 7, param: null };
    expect(translated(400, raw)).to.deep.equal({
      ...refused(400),
      message: 'The processor gave no reason',
      code: null,
      param: null,
    });
  });

  it('a cause has the status and the request id', () => {
    expect(written(translated(500, plain, 'req_1'))).to.include(
      'Because. (HTTP 500, request req_1)',
    );
    expect(written(translated(500, plain))).to.include('Because. (HTTP 500)');
  });

  it('a cause contains no key, not even masked', () => {
    const message = `Invalid API Key provided: ${['sk', 'test', '4eC3'].join('_')}****9zdc`;
    expect(written(translated(401, { message }))).not.to.include('4eC3');
  });
});

const nodeError = (code: string, syscall?: string): Error =>
  Object.assign(new Error(`${String(syscall)} ${code}`), { code }, syscall ? { syscall } : {});

const failures: ReadonlyArray<readonly [what: string, error: unknown, certain: boolean]> = [
  ['connection refused', nodeError('ECONNREFUSED', 'connect'), true],
  ['host unknown', nodeError('ENOTFOUND', 'getaddrinfo'), true],
  ['name server not there', nodeError('EAI_AGAIN', 'getaddrinfo'), true],
  ['network unreachable', nodeError('ENETUNREACH', 'connect'), true],
  ['host unreachable', nodeError('EHOSTUNREACH', 'connect'), true],
  ["no connection within the system's time-out", nodeError('ETIMEDOUT', 'connect'), true],
  [
    'every address refused',
    new AggregateError([nodeError('ECONNREFUSED', 'connect'), nodeError('ENETUNREACH', 'connect')]),
    true,
  ],
  [
    'one of several addresses lost',
    new AggregateError([nodeError('ECONNREFUSED', 'connect'), nodeError('ECONNRESET', 'read')]),
    false,
  ],
  ['several failures without any', new AggregateError([]), false],
  ['reset while reading', nodeError('ECONNRESET', 'read'), false],
  ['broken while writing', nodeError('EPIPE', 'write'), false],
  ['hung up', nodeError('ECONNRESET'), false],
  ['no response within our time-out', nodeError('ETIMEDOUT'), false],
  ['a certificate that does not hold', nodeError('DEPTH_ZERO_SELF_SIGNED_CERT'), false],
  ['a text', 'connect ECONNREFUSED', false],
  ['nothing', undefined, false],
];

describe('whether a request was sent', () => {
  for (const [what, error, certain] of failures) {
    it(`${what}: ${certain ? 'no' : 'perhaps'}`, () => {
      expect(neverSent(error)).to.equal(certain);
    });
  }
});

const concealed: ReadonlyArray<
  readonly [what: string, secrets: ReadonlyArray<string>, text: string, shown: string]
> = [
  ['everywhere', ['12345678'], '12345678, 12345678.', '[removed], [removed].'],
  ['besides others', ['12345678', 'abcdefgh'], '12345678abcdefgh', '[removed][removed]'],
  ['also if it looks like a pattern', ['$&.*[a-z]'], 'is $&.*[a-z]', 'is [removed]'],
  ['unless it is part of ordinary words', ['', 'no', '1234567'], 'none 1234567', 'none 1234567'],
];

describe('a secret in a text is removed', () => {
  for (const [what, secrets, text, shown] of concealed) {
    it(what, () => {
      expect(conceal(secrets)(text)).to.equal(shown);
    });
  }
});

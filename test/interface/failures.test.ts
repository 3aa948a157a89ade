import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorError } from '../../src/domain/payment-error.js';
import { expectFailure } from '../support/http/expect-answer.js';
import { at, textAt } from '../support/json/at.js';
import { onService, useService } from '../support/service/use-service.js';

const card = '4242 4242 4242 4242';
const key = `${'sk'}_${'test'}_abcdefgh12345678`;

// The errors of a processor, and the response that the caller gets for each.
const table: ReadonlyArray<{
  readonly title: string;
  readonly error: ProcessorError;
  readonly status: number;
  readonly message: string;
  readonly code: string | null;
  readonly decline_code?: string;
  readonly payment_intent?: string;
  readonly charge?: string;
  readonly outcome?: 'not_done' | 'unknown';
}> = [
  ...(
    [
      ['card_declined', null, 'card_declined'],
      ['card_declined', 'generic_decline', 'card_declined'],
      ['card_declined', 'insufficient_funds', 'insufficient_funds'],
      ['card_declined', 'expired_card', 'expired_card'],
      ['card_declined', 'incorrect_cvc', 'incorrect_cvc'],
      ['card_declined', 'processing_error', 'processing_error'],
      ['card_declined', 'card_declined', 'card_declined'],
      ['card_declined', 'lost_card', 'card_declined'],
      ['card_declined', 'fraudulent', 'card_declined'],
      ['expired_card', null, 'expired_card'],
      ['incorrect_cvc', null, 'incorrect_cvc'],
      ['processing_error', null, 'processing_error'],
      ['authentication_required', 'authentication_required', 'authentication_required'],
      [null, null, null],
    ] as const
  ).map(([given, decline_code, code]) => ({
    title: `E4 E5 §7: a card error ${given} with decline code ${decline_code}`,
    error: {
      _tag: 'CardError',
      message: 'The bank said no.',
      code: given,
      decline_code,
      param: null,
      charge: 'ch_1',
      payment_intent: 'pi_1',
    } as const,
    status: 402,
    message: 'The bank said no.',
    code,
    ...(decline_code === null ? {} : { decline_code }),
    payment_intent: 'pi_1',
    charge: 'ch_1',
  })),
  ...(
    [
      [400, 'resource_missing'],
      [400, 'invalid_request_error'],
      [400, null],
      [402, 'parameter_missing'],
      [404, 'resource_missing'],
      [409, 'idempotency_key_in_use'],
      [429, 'rate_limit'],
    ] as const
  ).map(([status, code]) => ({
    title: `E6 §7: a refusal ${status} with code ${code}`,
    error: {
      _tag: 'ProcessorRefused',
      status,
      message: 'The processor said no.',
      code,
      param: 'currency',
    } as const,
    status,
    message: 'The processor said no.',
    code: code ?? 'invalid_request_error',
    ...(code === 'idempotency_key_in_use' ? ({ outcome: 'unknown' } as const) : {}),
  })),
  {
    title: 'E6: a time-out before the operation',
    error: { _tag: 'ProcessorUnavailable', outcome: 'not_done', cause: new Error('ECONNREFUSED') },
    status: 503,
    message:
      'El procesador de pagos no está disponible y la operación no se ha realizado; inténtelo de nuevo',
    code: 'processor_unavailable',
    outcome: 'not_done',
  },
  {
    title: 'E6: a time-out with an unknown outcome',
    error: { _tag: 'ProcessorUnavailable', outcome: 'unknown', cause: new Error('ECONNRESET') },
    status: 503,
    message:
      'El procesador de pagos no ha respondido y no se sabe si la operación se realizó; repítala con la misma Idempotency-Key o compruebe el pago',
    code: 'processor_unavailable',
    outcome: 'unknown',
  },
  ...[500, 502].map((status) => ({
    title: `E6 E8 §7: a failure ${status} of the processor`,
    error: { _tag: 'ProcessorFailed', status, cause: new Error('An unknown error') } as const,
    status,
    message: 'Error interno del servidor',
    code: null,
    outcome: 'unknown' as const,
  })),
  {
    title: "E7: Pasarela's own key is refused",
    error: {
      _tag: 'ProcessorAuthenticationFailed',
      cause: new Error(`Invalid API Key provided: ${key}`),
    },
    status: 500,
    message: 'Error interno del servidor',
    code: 'processor_authentication_failed',
    outcome: 'not_done',
  },
  {
    title: 'E8 §7: a defect that is returned as an error value',
    error: { _tag: 'Unexpected', cause: new Error(`bad number ${card}`) },
    status: 500,
    message: 'Error interno del servidor',
    code: null,
    outcome: 'unknown',
  },
];

describe('interface: failures of the processor', () => {
  const planned: Array<() => TE.TaskEither<ProcessorError, never>> = [];
  const fail = (): TE.TaskEither<ProcessorError, never> => {
    const next = planned.shift();
    if (next === undefined) throw new Error('no failure was planned');
    return next();
  };
  const service = useService({
    processor: { confirmPaymentIntent: fail, retrieveCustomer: fail, createCardToken: fail },
  });
  const { call } = service;
  const confirm = () => call('POST', '/api/payments/confirm', { body: { paymentId: 'pi_1' } });

  for (const { title, error, ...expected } of table) {
    it(`${title} is ${expected.status} ${expected.code}`, async () => {
      planned.push(() => TE.left(error));
      expectFailure(await confirm(), expected);
    });
  }

  for (const [what, plan] of [
    [
      'that throws',
      () => {
        throw new Error('thrown at once');
      },
    ],
    ['whose task rejects', () => () => Promise.reject(new Error('rejected later'))],
    [
      'that throws a text instead of an error',
      () => {
        // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- this test is about thrown texts
        throw 'a text';
      },
    ],
  ] as const) {
    it(`§7 E8: a processor ${what} is 500 with the fixed message`, async () => {
      planned.push(plan);
      expectFailure(await confirm(), {
        status: 500,
        message: 'Error interno del servidor',
        code: null,
        outcome: 'unknown',
      });
      expect((await call('GET', '/health')).status).to.equal(200);
    });
  }

  it("E8: outside production, the response has the cause's stack, and the cause is logged", async () => {
    planned.push(() => TE.left({ _tag: 'Unexpected', cause: new Error('cause with a name') }));
    const answer = await confirm();
    expect(textAt(answer.body, 'stack')).to.match(/^Error: cause with a name\n +at /);
    const line = service
      .logged()
      .split('\n')
      .find((one) => one.includes('cause with a name'));
    expect(line).to.include('"level":"error"').and.include('"error":"Unexpected"');
  });

  it("E7: when the processor refuses Pasarela's key, an error is logged without the key", async () => {
    planned.push(() =>
      TE.left({ _tag: 'ProcessorAuthenticationFailed', cause: new Error(`bad key ${key}`) }),
    );
    const answer = await confirm();
    expect(answer.text).not.to.include(key);
    const line = service
      .logged()
      .split('\n')
      .findLast((one) => one.includes('"request failed"') && one.includes('ProcessorAuth'));
    expect(line).to.include('"level":"error"').and.include('bad key [key]');
    expect(line).to.include(`"request_id":"${answer.headers.get('x-request-id')}"`);
    expect(service.logged()).not.to.include(key);
  });

  it('E8: a card number in a cause appears neither in the response nor in the log', async () => {
    planned.push(() => TE.left({ _tag: 'Unexpected', cause: new Error(`bad number ${card}`) }));
    const answer = await confirm();
    expect(answer.text).not.to.include(card);
    expect(service.logged()).not.to.include(card);
    expect(service.logged()).to.include('bad number [number]');
  });

  const spaced = card.replaceAll(' ', '\u00a0');
  const words = `Card ${spaced} with cvc: 123 is no use, nor is pi_1_${'secret'}_abc of ${key}`;
  const shown = 'Card [number] with cvc: [code] is no use, nor is pi_1_secret_[removed] of [key]';

  for (const error of [
    {
      _tag: 'ProcessorRefused',
      status: 400,
      message: words,
      code: null,
      param: null,
    },
    {
      _tag: 'CardError',
      message: words,
      code: 'card_declined',
      decline_code: null,
      param: null,
      charge: null,
      payment_intent: null,
    },
  ] as const satisfies ReadonlyArray<ProcessorError>) {
    it(`A9: the words of a ${error._tag} reach the caller without secrets`, async () => {
      planned.push(() => TE.left(error));
      const { body, text } = await confirm();
      expect(body).to.include({ message: shown });
      expect(text).not.to.include(spaced).and.not.to.include(key);
    });
  }

  it('A9: a card number in the path is not repeated', async () => {
    const { body } = await service.call('GET', `/nowhere/${card.replaceAll(' ', '-')}?x=1`);
    expect(body).to.include({ message: 'Route not found: /nowhere/[number]' });
  });

  it("E12: the processor's resource_missing about another parameter is passed on", async () => {
    const other: ProcessorError = {
      _tag: 'ProcessorRefused',
      status: 400,
      message: "No such coupon: 'x'",
      code: 'resource_missing',
      param: 'coupon',
    };
    planned.push(() => TE.left(other));
    expectFailure(await call('GET', '/api/customers/cus_1'), {
      status: 400,
      message: "No such coupon: 'x'",
      code: 'resource_missing',
    });
  });

  it('P12: if the processor refuses raw card numbers, its status and text are passed on', async () => {
    planned.push(() =>
      TE.left({
        _tag: 'ProcessorRefused',
        status: 402,
        message: 'Sending card numbers directly is not allowed for this account.',
        code: null,
        param: null,
      }),
    );
    const body = { number: '4242424242424242', exp_month: 12, exp_year: 2035, cvc: '314' };
    const answer = await call('POST', '/api/cards', { body });
    expect(answer.status).to.equal(402);
    expect(textAt(answer.body, 'message')).to.include('not allowed for this account');
    expect(at(answer.body, 'status')).to.equal(false);
  });
});

// The adapter repeats the request after these failures, so the caller sees none.
const withoutRetries = { env: { STRIPE_MAX_RETRIES: '0' } };

onService('interface: failures of the processor on demand', withoutRetries, (service) => {
  const body = { email: 'ana@example.com', name: 'Ana', phone: '1' };
  const plan = (failure: 'timeout_before' | 'timeout_after' | 'server_error' | 'rate_limit') =>
    service.controls.failNext({ on: 'any', with: failure });

  // After a time-out, a caller cannot know whether the operation was done.
  for (const [failure, status, code, message] of [
    [
      'timeout_before',
      503,
      'processor_unavailable',
      'El procesador de pagos no ha respondido y no se sabe si la operación se realizó; repítala con la misma Idempotency-Key o compruebe el pago',
    ],
    [
      'timeout_after',
      503,
      'processor_unavailable',
      'El procesador de pagos no ha respondido y no se sabe si la operación se realizó; repítala con la misma Idempotency-Key o compruebe el pago',
    ],
    ['server_error', 500, null, 'Error interno del servidor'],
  ] as const) {
    it(`E6: ${failure} is ${status}`, async () => {
      await plan(failure);
      expectFailure(await service.call('POST', '/api/customers', { body }), {
        status,
        message,
        code,
        outcome: 'unknown',
      });
    });
  }

  it("E6: rate_limit is the processor's 429", async () => {
    await plan('rate_limit');
    const answer = await service.call('POST', '/api/customers', { body });
    expect([answer.status, at(answer.body, 'code')]).to.deep.equal([429, 'rate_limit']);
  });
});

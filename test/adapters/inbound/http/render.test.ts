import { expect } from 'chai';
import type { HttpError } from '../../../../src/adapters/inbound/http/http-error.js';
import { renderFailure, renderSuccess } from '../../../../src/adapters/inbound/http/render.js';
import { httpErrors } from '../../../support/errors/http-errors.js';

const errors = Object.values(httpErrors);

const factsOf = new Map<string, ReadonlyArray<string>>([
  ['CardError', ['decline_code', 'payment_intent', 'charge']],
  ['MissingInput', ['fields']],
  ['InvalidInput', ['field']],
  ['ConflictingCursors', ['field']],
  ['UnsupportedOperation', ['feature']],
  ['WebhookSignatureMissing', ['hint']],
]);

describe('renderSuccess (decision E1)', () => {
  it('repeats the status in the body', () => {
    expect(
      renderSuccess(
        201,
        { es: 'Cliente creado correctamente', en: 'Customer created' },
        { id: 'cus_1' },
      ),
    ).to.deep.equal({
      status: 201,
      headers: {},
      body: {
        status: true,
        statusCode: 201,
        message: 'Cliente creado correctamente',
        data: { id: 'cus_1' },
      },
    });
  });
});

describe('renderFailure', () => {
  it('renders only the envelope in production', () => {
    for (const error of errors) {
      const { body } = renderFailure(false)(error);
      const facts = factsOf.get(error._tag) ?? [];
      const outcome = body['outcome'] === undefined ? [] : ['outcome'];
      const allowed = ['status', 'message', 'code', ...facts, ...outcome];
      expect(body['status']).to.equal(false);
      expect(body['message']).to.match(/\S/);
      expect(Object.keys(body)).to.deep.equal(allowed);
    }
  });

  it('adds a hint where it is known what was meant', () => {
    const hintsOf = (error: HttpError) =>
      (['es', 'en'] as const).map(
        (language) => renderFailure(false, { language, headers: {} })(error).body['hint'],
      );
    expect(
      hintsOf({ _tag: 'RouteNotFound', path: '/refund', near: 'POST /api/payments/refund' }),
    ).to.deep.equal([
      '¿Quería decir POST /api/payments/refund?',
      'Did you mean POST /api/payments/refund?',
    ]);
    expect(hintsOf({ _tag: 'Unauthorized', lacksBearer: true })).to.deep.equal([
      'Envíe la clave en la cabecera Authorization: Bearer <clave>',
      'Send the key in the header Authorization: Bearer <key>',
    ]);
    expect(
      hintsOf({ _tag: 'NotFound', resource: 'charge', given: 'payment_intent' }),
    ).to.deep.equal([
      'El id es de un pago (pi_...): indique el de su cargo (ch_...), que está en latest_charge del pago',
      "The id is that of a payment (pi_...): pass the id of its charge (ch_...), which is the payment's latest_charge",
    ]);
    expect(
      hintsOf({ _tag: 'NotFound', resource: 'payment_intent', given: 'customer' }),
    ).to.deep.equal([
      'El id (cus_...) es de otro objeto: cliente, no pago (pi_...)',
      'The id (cus_...) is that of another object: customer, not payment intent (pi_...)',
    ]);
    expect(hintsOf({ _tag: 'NotFound', resource: 'charge' })).to.deep.equal([undefined, undefined]);
    expect(hintsOf({ _tag: 'WebhookSignatureMissing' }).join()).to.include('stripe-signature');
    expect(hintsOf({ _tag: 'WebhookSignatureMissing', header: 'x-bank-signature' })).to.deep.equal([
      undefined,
      undefined,
    ]);
  });

  it('never shows the cause in production', () => {
    const told = JSON.stringify(errors.map((error) => renderFailure(false)(error)));
    for (const secret of ['socket hang up', 'bad gateway', 'disk full', 'a defect', 'API Key']) {
      expect(told).not.to.include(secret);
    }
  });

  it('shows the stack outside production (decision E8)', () => {
    for (const error of errors) {
      const { body } = renderFailure(true)(error);
      expect(body['stack'], error._tag).to.match(/\S/);
    }
    expect(renderFailure(true)(httpErrors.Unexpected).body['stack']).to.include('Error: a defect');
    expect(renderFailure(true)(httpErrors.NotFound).body['stack']).to.equal(
      'NotFound: Cliente no encontrado',
    );
  });

  it('accepts a cause that is not an Error', () => {
    for (const cause of [undefined, null, 'text', { secret: 1 }]) {
      const { body } = renderFailure(true)({ _tag: 'Unexpected', cause });
      expect(body['stack']).to.equal('Unexpected: Error interno del servidor');
    }
  });

  it('carries the decline code when the processor gave one (decision E4)', () => {
    const { CardError } = httpErrors;
    const lost = { ...CardError, decline_code: 'lost_card' };
    expect(renderFailure(false)(CardError).body).to.deep.equal({
      status: false,
      message: 'Your card has insufficient funds.',
      code: 'insufficient_funds',
      decline_code: 'insufficient_funds',
      payment_intent: 'pi_1',
      charge: 'ch_1',
    });
    expect(renderFailure(false)(lost).body).to.include({
      code: 'card_declined',
      decline_code: 'lost_card',
    });
    const setup = { ...CardError, payment_intent: null, charge: null, setup_intent: 'seti_1' };
    expect(renderFailure(false)(setup).body).to.deep.equal({
      status: false,
      message: 'Your card has insufficient funds.',
      code: 'insufficient_funds',
      decline_code: 'insufficient_funds',
      setup_intent: 'seti_1',
    });
    expect(renderFailure(false)({ ...CardError, decline_code: null }).body).not.to.have.property(
      'decline_code',
    );
  });

  it('has the names of missing and of invalid fields (decision E20)', () => {
    const { MissingInput, InvalidInput, ConflictingCursors } = httpErrors;
    const cursor = { ...InvalidInput, refusal: { _tag: 'UnknownCursor' } } as const;
    const bodies = [
      { ...MissingInput, fields: ['phone'] },
      InvalidInput,
      ConflictingCursors,
      cursor,
    ].map((error) => renderFailure(false)(error).body);
    expect(bodies).to.deep.equal([
      {
        status: false,
        message: 'email, name y phone son requeridos',
        code: 'missing_fields',
        fields: ['phone'],
      },
      {
        status: false,
        message: 'amount debe ser un número mayor a 0',
        code: 'invalid_field',
        field: 'amount',
      },
      {
        status: false,
        message: 'starting_after y ending_before no se pueden usar a la vez',
        code: 'invalid_field',
        field: 'ending_before',
      },
      {
        status: false,
        message: 'amount no corresponde a ningún elemento de la lista',
        code: 'resource_missing',
      },
    ]);
  });

  const changing = { changes: true, keyed: false };
  const keyed = { changes: true, keyed: true };

  it('has an outcome with every 5xx, and for a key in use (decision E15)', () => {
    const outcomes = errors.map((error) => {
      const { status, body } = renderFailure(false)(error, changing);
      const due = status >= 500 || error._tag === 'IdempotencyKeyInUse';
      return [error._tag, due, body['outcome']] as const;
    });
    for (const [tag, due, outcome] of outcomes) {
      expect(outcome !== undefined, tag).to.equal(due);
    }
    expect(
      outcomes.flatMap(([tag, , outcome]) => (outcome === 'not_done' ? [tag] : [])),
    ).to.have.members([
      'ProcessorAuthenticationFailed',
      'UnsupportedOperation',
      'WebhookSecretMissing',
      'StoreUnavailable',
      'Overloaded',
      'BodyAlreadyRead',
    ]);
  });

  it('has the outcome not_done for a request that only reads', () => {
    const { ProcessorFailed, Unexpected } = httpErrors;
    for (const error of [ProcessorFailed, Unexpected]) {
      expect(renderFailure(false)(error).body['outcome']).to.equal('not_done');
      expect(renderFailure(false)(error, changing).body['outcome']).to.equal('unknown');
    }
  });

  it('asks for a repetition only when it is safe: with a key, or when nothing was done', () => {
    const { ProcessorUnavailable: unknown } = httpErrors;
    const notDone = { ...unknown, outcome: 'not_done' } as const;
    const pause = (error: typeof unknown, asked: typeof keyed) =>
      renderFailure(false)(error, asked).headers['retry-after'];
    expect(pause(unknown, changing)).to.equal(undefined);
    expect(pause(unknown, keyed)).to.equal('2');
    expect(pause(notDone, changing)).to.equal('2');
  });

  it('does not say that nothing was done where the key of a request was not looked up', () => {
    for (const error of [httpErrors.TooManyRequests, httpErrors.Overloaded]) {
      expect(renderFailure(false)(error, keyed).body['outcome']).to.equal('unknown');
    }
    expect(renderFailure(false)(httpErrors.Overloaded, changing).body['outcome']).to.equal(
      'not_done',
    );
  });

  const withHeaders = new Map<string, unknown>([
    ['BrokenRequest', { Connection: 'close' }],
    ['MethodNotAllowed', { allow: 'GET, HEAD, POST' }],
    ['Unauthorized', { 'www-authenticate': 'Bearer' }],
    [
      'InsufficientScope',
      { 'www-authenticate': 'Bearer error="insufficient_scope", scope="refund"' },
    ],
    ['IdempotencyKeyInUse', { 'retry-after': '1' }],
    ['TooManyRequests', { 'retry-after': '7' }],
    ['Overloaded', { 'retry-after': '1' }],
    ['IdempotencyKeyInDoubt', { 'retry-after': '60' }],
    ['ProcessorUnavailable', { 'retry-after': '2' }],
    ['StoreUnavailable', { 'retry-after': '2' }],
    // The sample has status 429.
    ['ProcessorRefused', { 'retry-after': '2' }],
  ]);
  for (const error of errors) {
    const headers = withHeaders.get(error._tag) ?? {};
    it(`sends ${JSON.stringify(headers)} along with ${error._tag}`, () => {
      expect(renderFailure(false)(error).headers).to.deep.equal(headers);
    });
  }
});

import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as IOE from 'fp-ts/lib/IOEither.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { authorize } from '../../../../src/adapters/inbound/http/access/api-keys.js';
import { api } from '../../../../src/adapters/inbound/http/api.js';
import { handleRequest } from '../../../../src/adapters/inbound/http/handle-request.js';
import type { Route } from '../../../../src/adapters/inbound/http/route.js';
import type { RouteRequest } from '../../../../src/adapters/inbound/http/route-request.js';
import { bindUseCases } from '../../../../src/application/facade/bind.js';
import type { Dependencies } from '../../../../src/application/use-cases.js';
import { paymentErrors } from '../../../support/errors/payment-errors.js';
import { noKeys } from '../../../support/idempotency/no-keys.js';
import { usualFieldsCheck } from '../../../support/inputs/usual-fields-check.js';
import { explodingDependencies } from '../../../support/processors/exploding-dependencies.js';
import { processorObjects } from '../../../support/processors/processor-objects.js';

const { customer, token, card, intent } = processorObjects;

const answering =
  (parts: Partial<Dependencies>) =>
  (route: Route) =>
  (request: RouteRequest): T.Task<unknown> =>
    pipe(
      handleRequest({
        useCases: bindUseCases({ ...explodingDependencies, ...parts }),
        keyedUseCases: noKeys,
        acceptCardNumbers: true,
        requireIdempotencyKey: 'off',
        locale: ['es'],
        authorize: authorize(['a-key']),
        checkUnknownFields: usualFieldsCheck,
        checkCardNumbers: () => IOE.right(undefined),
      })(route)(request),
      T.map(({ outcome }) => outcome),
    );

const unread = (): never => {
  throw new Error('the body must not be read here');
};

const request = (json: unknown): RouteRequest => ({
  params: {},
  query: {},
  headers: { authorization: 'Bearer a-key' },
  begin: () => true,
  json: TE.right({ value: json }),
  raw: unread,
});

const contact = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };

const success = (status: number, message: string, data: unknown) =>
  E.right({ status, headers: {}, body: { status: true, statusCode: status, message, data } });

describe('handleRequest', () => {
  it('answers the customer fields of the interface in the envelope', async () => {
    const answer = answering({ createCustomer: () => TE.right(customer) })(api.createCustomer);
    expect(await answer(request(contact))()).to.deep.equal(
      success(201, 'Cliente creado correctamente', { id: 'cus_1', ...contact }),
    );
  });

  it('answers null for fields that the customer does not have', async () => {
    const bare = { id: 'cus_1', object: 'customer', created: 1_700_000_000 } as const;
    const answer = answering({ updateCustomer: () => TE.right(bare) })(api.updateCustomer);
    expect(await answer(request({ userId: 'cus_1' }))()).to.deep.equal(
      success(200, 'Cliente actualizado correctamente', {
        id: 'cus_1',
        email: null,
        name: null,
        phone: null,
      }),
    );
  });

  it('renames the fields of a token and of an assigned card', async () => {
    const written = { number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' };
    const tokenize = answering({ createCardToken: () => TE.right(token) })(api.tokenizeCard);
    const assign = answering({ createCard: () => TE.right(card) })(api.assignCard);
    expect(await tokenize(request(written))()).to.deep.equal(
      success(201, 'Tarjeta tokenizada correctamente', {
        token_id: 'tok_1',
        card_id: 'card_1',
        card_brand: 'Visa',
        card_last4: '4242',
      }),
    );
    expect(await assign(request({ userId: 'cus_1', source: 'tok_1' }))()).to.deep.equal(
      success(201, 'Tarjeta añadida con éxito', { cardId: 'card_1', brand: 'Visa', last4: '4242' }),
    );
  });

  it("hands the processor's own objects on, unknown fields included", async () => {
    const answer = answering({ confirmPaymentIntent: () => TE.right(intent) })(api.confirmPayment);
    const outcome = await answer(request({ paymentId: 'pi_1' }))();
    expect(outcome).to.deep.equal(success(200, 'Pago confirmado correctamente', intent));
    expect(outcome).to.have.nested.property('right.body.data.unnamed.order', '42');
  });

  it('reads nothing of a request without a key', async () => {
    const answer = answering({})(api.createCustomer);
    const stranger = { ...request({}), headers: {}, json: unread };
    expect(await answer(stranger)()).to.deep.equal(
      E.left({ _tag: 'Unauthorized', lacksBearer: true }),
    );
  });

  it('requires a signature on webhook calls instead of a key', async () => {
    const answer = answering({
      webhooks: { receive: () => TE.left(paymentErrors.WebhookSignatureInvalid) },
    })(api.receiveWebhook);
    const call = { ...request({}), headers: {}, json: unread, raw: TE.right('{}') };
    expect(await answer(call)()).to.deep.equal(E.left(paymentErrors.WebhookSignatureInvalid));
  });

  it('does nothing before it runs', () => {
    expect(() =>
      answering({})(api.createCustomer)({ ...request({}), json: unread }),
    ).not.to.throw();
  });
});

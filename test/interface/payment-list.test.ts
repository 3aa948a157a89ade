import { expect } from 'chai';
import { expectFailure, expectSuccess, invalidField } from '../support/http/expect-answer.js';
import { at, listAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const message = 'Pagos del usuario obtenidos correctamente';

onService("interface: the list of a customer's payments", {}, ({ call }) => {
  const given = journeys(call);
  const oldestFirst: Array<string> = [];
  const users: Array<string> = [];
  const newest = (count: number): ReadonlyArray<string> => oldestFirst.toReversed().slice(0, count);
  const idsOf = (data: unknown): ReadonlyArray<unknown> =>
    listAt(data, 'data').map((payment) => at(payment, 'id'));
  const list = async (query: string): Promise<unknown> =>
    expectSuccess(await call('GET', `/api/payments?userId=${users[0]}${query}`), 200, message);

  before(async () => {
    const [customer_id, other] = [await given.customer(), await given.customer()];
    users.push(customer_id, other);
    for (let n = 0; n < 105; n += 1) {
      oldestFirst.push(
        await given.payment({ amount: n + 1, customer_id, payment_method: 'pm_card_visa' }),
      );
    }
    await given.payment({ customer_id: other, payment_method: 'pm_card_visa' });
  });

  it('§4.11 §2 §8 P8: a list object of the twenty newest, without client_secret', async () => {
    const answer = await call('GET', `/api/payments?userId=${users[0]}`);
    const data = expectSuccess(answer, 200, message);
    expect(data).to.deep.equal({
      object: 'list',
      data: at(data, 'data'),
      has_more: true,
      url: '/v1/payment_intents',
    });
    expect(idsOf(data)).to.deep.equal(newest(20));
    expect(at(data, 'data.0')).to.include({ object: 'payment_intent', customer: users[0] });
    expect(at(data, 'data.0.charges.object')).to.equal('list');
    expect(answer.text).not.to.include('client_secret');
    expect(answer.text).not.to.include('_secret_');
  });

  for (const [text, count] of [
    ['1', 1],
    ['19', 19],
    ['20', 20],
    ['99', 99],
    ['100', 100],
    ['101', 100],
    ['5000', 100],
    ['99999999999999999999', 100],
    ['2.9', 2],
    ['100.5', 100],
    ['007', 7],
    ['', 20],
    ['0', 20],
    ['0.9', 20],
    ['-1', 20],
    ['-5.5', 20],
    ['diez', 20],
    ['10abc', 20],
    ['1e1', 20],
    ['0x10', 20],
    ['NaN', 20],
    ['Infinity', 20],
    ['null', 20],
    ['true', 20],
    ['%2010', 20],
    ['+5', 20],
    ['5,5', 20],
    ['5&limit=6', 20],
    ['5&limit=5', 20],
  ] as const) {
    it(`§4.11 §8 P9: limit=${text} returns ${count}`, async () => {
      const data = await list(`&limit=${text}`);
      expect(idsOf(data)).to.deep.equal(newest(count));
    });
  }

  it('P9: limit[]=5 is ignored', async () => {
    expect(idsOf(await list('&limit[]=5'))).to.deep.equal(newest(20));
  });

  for (const size of [1, 7, 100]) {
    it(`§4.11 P10: pages of ${size} by starting_after contain every payment once, newest first`, async () => {
      const found: Array<unknown> = [];
      for (let more = true; more && found.length < 200; ) {
        const cursor = found.length === 0 ? '' : `&starting_after=${String(found.at(-1))}`;
        const data = await list(`&limit=${size}${cursor}`);
        found.push(...idsOf(data));
        more = at(data, 'has_more') === true;
      }
      expect(found).to.deep.equal(newest(105));
    });

    it(`P10: pages of ${size} by ending_before go back up to the newest`, async () => {
      const oldest = String(oldestFirst[0]);
      const found: Array<unknown> = [oldest];
      for (let more = true; more && found.length < 200; ) {
        const data = await list(`&limit=${size}&ending_before=${String(found[0])}`);
        found.unshift(...idsOf(data));
        more = at(data, 'has_more') === true;
      }
      expect(found).to.deep.equal(newest(105));
    });
  }

  it('P10: the page after the last payment is empty', async () => {
    const data = await list(`&starting_after=${oldestFirst[0]}`);
    expect(data).to.deep.equal({
      object: 'list',
      data: [],
      has_more: false,
      url: '/v1/payment_intents',
    });
  });

  it('P10: an empty cursor is ignored', async () => {
    expect(idsOf(await list('&starting_after='))).to.deep.equal(newest(20));
  });

  it('P10: both cursors together are 400', async () => {
    const query = `starting_after=${oldestFirst[3]}&ending_before=${oldestFirst[9]}`;
    expectFailure(await call('GET', `/api/payments?userId=${users[0]}&${query}`), {
      status: 400,
      message: 'starting_after y ending_before no se pueden usar a la vez',
      code: 'invalid_field',
      field: 'ending_before',
    });
  });

  for (const cursor of ['starting_after', 'ending_before']) {
    it(`P10: a ${cursor} that does not exist is the processor's 400 resource_missing`, async () => {
      const path = `/api/payments?userId=${users[0]}&${cursor}=pi_unknown`;
      expectFailure(await call('GET', path), {
        status: 400,
        message: "No such payment_intent: 'pi_unknown'",
        code: 'resource_missing',
      });
    });

    it(`E13 P10: a ${cursor} that is not an id is also 400 resource_missing`, async () => {
      const path = `/api/payments?userId=${users[0]}&${cursor}=pi_1%2F..%2Fx`;
      expectFailure(await call('GET', path), {
        status: 400,
        message: `${cursor} no corresponde a ningún elemento de la lista`,
        code: 'resource_missing',
      });
    });
  }

  for (const query of ['', '?userId=', '?userId=%20', '?limit=5', '?userid=cus_1']) {
    it(`§4.11: GET /api/payments${query} is 400`, async () => {
      expectFailure(await call('GET', `/api/payments${query}`), {
        status: 400,
        message: 'userId es requerido',
        code: 'missing_fields',
        fields: ['userId'],
      });
    });
  }

  it('E14: a repeated userId is 400', async () => {
    expectFailure(await call('GET', '/api/payments?userId=cus_1&userId=cus_2'), {
      status: 400,
      message: 'userId debe ser un texto',
      code: 'invalid_field',
      field: 'userId',
    });
  });

  it("§4.11 §7: the payments of an unknown customer are the processor's 400 resource_missing", async () => {
    expectFailure(await call('GET', '/api/payments?userId=cus_nobody'), {
      status: 400,
      message: "No such customer: 'cus_nobody'",
      code: 'resource_missing',
    });
  });

  it("§4.11: another customer's payments are not in the list", async () => {
    const data = expectSuccess(await call('GET', `/api/payments?userId=${users[1]}`), 200, message);
    expect(idsOf(data)).to.have.lengthOf(1);
    expect(newest(105)).not.to.include(idsOf(data)[0]);
  });
});

onService("interface: a customer's payments by time and status", {}, ({ call }) => {
  const given = journeys(call);
  const known = { customer: '', succeeded: [''], canceled: [''], created: 0 };
  const idsOf = (data: unknown): ReadonlyArray<unknown> =>
    listAt(data, 'data').map((payment) => at(payment, 'id'));
  const list = async (query: string): Promise<unknown> =>
    expectSuccess(
      await call('GET', `/api/payments?userId=${known.customer}${query}`),
      200,
      message,
    );

  before(async () => {
    const customer_id = await given.customer();
    const made: Array<string> = [];
    for (let n = 0; n < 6; n += 1) {
      const fields = { customer_id, payment_method: 'pm_card_visa', confirm: n % 2 === 0 };
      made.unshift(await given.payment(fields));
      const body = { paymentId: made[0] };
      if (n % 2 === 1) await call('POST', '/api/payments/cancel', { body });
    }
    known.customer = customer_id;
    known.canceled = made.filter((_, index) => index % 2 === 0);
    known.succeeded = made.filter((_, index) => index % 2 === 1);
    known.created = Number(at(await list('&limit=1'), 'data.0.created'));
  });

  it('created_from is included, and created_to is not', async () => {
    const all = idsOf(await list(''));
    expect(all).to.have.length(6);
    expect(idsOf(await list(`&created_from=0&created_to=${known.created + 1}`))).to.deep.equal(all);
    expect(idsOf(await list(`&created_from=${known.created}`))[0]).to.equal(all[0]);
    expect(idsOf(await list(`&created_from=${known.created + 1}`))).to.deep.equal([]);
    expect(idsOf(await list(`&created_to=${known.created}`))).not.to.include(all[0]);
  });

  it('status has only the payments with it, page by page, in both directions', async () => {
    const { succeeded, canceled } = known;
    expect(idsOf(await list('&status=succeeded'))).to.deep.equal(succeeded);
    expect(idsOf(await list('&status=processing'))).to.deep.equal([]);
    const first = await list('&status=canceled&limit=2');
    expect([idsOf(first), at(first, 'has_more')]).to.deep.equal([canceled.slice(0, 2), true]);
    const rest = await list(`&status=canceled&limit=2&starting_after=${canceled[1]}`);
    expect([idsOf(rest), at(rest, 'has_more')]).to.deep.equal([canceled.slice(2), false]);
    const back = await list(`&status=canceled&limit=1&ending_before=${canceled[2]}`);
    expect([idsOf(back), at(back, 'has_more')]).to.deep.equal([canceled.slice(1, 2), true]);
    const both = `&status=succeeded&created_to=${known.created + 1}`;
    expect(idsOf(await list(both))).to.deep.equal(succeeded);
    expect(idsOf(await list(`&status=succeeded&created_from=${known.created + 1}`))).to.deep.equal(
      [],
    );
  });

  it('P8: a list by status has no client_secret', async () => {
    const answer = await call('GET', `/api/payments?userId=${known.customer}&status=succeeded`);
    expect(answer.text).not.to.match(/client_secret|_secret_/);
  });

  it('E14 E20: an unknown status, and what is no time, are 400', async () => {
    expectFailure(
      await call('GET', `/api/payments?userId=${known.customer}&status=paid`),
      invalidField(
        'status debe ser uno de: requires_payment_method, requires_confirmation, requires_action, processing, requires_capture, succeeded, canceled',
      ),
    );
    expectFailure(
      await call('GET', `/api/payments?userId=${known.customer}&created_from=ayer`),
      invalidField('created_from debe ser un número entero'),
    );
  });

  it('§4.11: userId is required all the same, so that a forgotten one shows no payments of others', async () => {
    for (const query of ['created_from=0', 'status=succeeded', 'userId=&created_from=0']) {
      expectFailure(await call('GET', `/api/payments?${query}`), {
        status: 400,
        message: 'userId es requerido',
        code: 'missing_fields',
        fields: ['userId'],
      });
    }
  });
});

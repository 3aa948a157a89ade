import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { at, listAt, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const ana = { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000' };

onService('interface: customers', {}, ({ call }) => {
  const given = journeys(call);

  for (const path of ['/api/customers/create', '/api/customers']) {
    it(`§4.1 E1 E3: POST ${path} creates a customer and returns only id, email, name and phone`, async () => {
      const answer = await call('POST', path, { body: ana });
      const data = expectSuccess(answer, 201, 'Cliente creado correctamente');
      const id = textAt(data, 'id');
      expect(id).to.match(/^cus_[A-Za-z0-9]+$/);
      expect(data).to.deep.equal({ id, ...ana });
    });

    for (const [body, fields] of [
      [{ name: ana.name, phone: ana.phone }, ['email']],
      [{ email: ana.email, phone: ana.phone }, ['name']],
      [{ email: ana.email, name: ana.name }, ['phone']],
      [{}, ['email', 'name', 'phone']],
    ] as const) {
      it(`§4.1 E20: POST ${path} without ${fields.join(', ')} is 400`, async () => {
        expectFailure(await call('POST', path, { body }), {
          status: 400,
          message: 'email, name y phone son requeridos',
          code: 'missing_fields',
          fields,
        });
      });
    }
  }

  for (const [what, value] of [
    ['null', null],
    ['an empty text', ''],
    ['blanks', '  \t'],
  ] as const) {
    it(`§4.1: ${what} counts as missing`, async () => {
      expectFailure(await call('POST', '/api/customers', { body: { ...ana, phone: value } }), {
        status: 400,
        message: 'email, name y phone son requeridos',
        code: 'missing_fields',
        fields: ['phone'],
      });
    });
  }

  for (const value of [7, true, {}, []]) {
    it(`§4.1 E14: a name that is ${JSON.stringify(value)} is 400 with Pasarela's own text`, async () => {
      expectFailure(await call('POST', '/api/customers', { body: { ...ana, name: value } }), {
        status: 400,
        message: 'name debe ser un texto',
        code: 'invalid_field',
        field: 'name',
      });
    });
  }

  it('§4.1 §7: a refusal of the processor keeps its text and code', async () => {
    const answer = await call('POST', '/api/customers', { body: { ...ana, email: 'ana' } });
    expectFailure(answer, {
      status: 400,
      message: 'Invalid email address: ana',
      code: 'email_invalid',
    });
  });

  for (const [field, most] of [
    ['name', 256],
    ['email', 512],
  ] as const) {
    it(`§4.1: a ${field} that is too long is the processor's refusal`, async () => {
      const domain = '@example.com';
      const value = field === 'email' ? `${'a'.repeat(most)}${domain}` : 'a'.repeat(most + 1);
      const body = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000', [field]: value };
      const answer = await call('POST', '/api/customers', { body });
      expect([answer.status, at(answer.body, 'code')]).to.deep.equal([
        400,
        'parameter_invalid_string',
      ]);
    });
  }

  it('§4.1: two customers may share an email address', async () => {
    expect(await given.customer(ana)).not.to.equal(await given.customer(ana));
  });

  it('§4.2 §2: GET /api/customers/:id returns the whole customer', async () => {
    const id = await given.customer(ana);
    const answer = await call('GET', `/api/customers/${id}`);
    const data = expectSuccess(answer, 200, 'Cliente obtenido correctamente');
    expect(data).to.include({ id, object: 'customer', ...ana, default_source: null, balance: 0 });
    expect(at(data, 'created')).to.be.a('number').that.satisfies(Number.isInteger);
    expect(data).to.have.property('currency');
  });

  it('§2: default_source is the id of the default card', async () => {
    const id = await given.customer();
    const card = await given.card(id);
    await given.card(id, '5555555555554444');
    const answer = await call('GET', `/api/customers/${id}`);
    expect(at(answer.body, 'data.default_source')).to.equal(card);
  });

  it('§4.2: GET /api/customers/:id of an unknown customer is 404 resource_missing', async () => {
    expectFailure(await call('GET', '/api/customers/cus_nobody'), {
      status: 404,
      message: 'Cliente no encontrado',
      code: 'resource_missing',
    });
  });

  it('E12: a deleted customer is 404 resource_missing', async () => {
    const id = await given.customer();
    await call('DELETE', `/api/customers/${id}`);
    expectFailure(await call('GET', `/api/customers/${id}`), {
      status: 404,
      message: 'Cliente no encontrado',
      code: 'resource_missing',
    });
  });

  for (const blank of ['%20', '%20%20', '%09']) {
    it(`§4.2 E12: GET /api/customers/${blank} is 400`, async () => {
      expectFailure(await call('GET', `/api/customers/${blank}`), {
        status: 400,
        message: 'id es requerido',
        code: 'missing_fields',
        fields: ['id'],
      });
    });
  }

  for (const path of ['/api/customers/update', '/api/customers/:id']) {
    const put = (id: string, body: Readonly<Record<string, unknown>>) =>
      path.endsWith(':id')
        ? call('PUT', `/api/customers/${id}`, { body })
        : call('PUT', path, { body: { userId: id, ...body } });

    it(`§4.4: PUT ${path} changes the given fields and returns only id, email, name and phone`, async () => {
      const id = await given.customer(ana);
      const changed = { email: 'eva@example.com', name: 'Eva Ruiz', phone: '+34611111111' };
      const data = expectSuccess(await put(id, changed), 200, 'Cliente actualizado correctamente');
      expect(data).to.deep.equal({ id, ...changed });
    });

    for (const [field, value] of [
      ['email', 'otra@example.com'],
      ['name', 'Otra'],
      ['phone', '+34622222222'],
    ] as const) {
      it(`§4.4: PUT ${path} with only ${field} does not change the other fields`, async () => {
        const id = await given.customer(ana);
        const answer = await put(id, { [field]: value });
        const data = expectSuccess(answer, 200, 'Cliente actualizado correctamente');
        expect(data).to.deep.equal({ id, ...ana, [field]: value });
        const stored = await call('GET', `/api/customers/${id}`);
        expect(at(stored.body, 'data')).to.include({ id, ...ana, [field]: value });
      });
    }

    it(`§4.4: PUT ${path} without any field changes nothing`, async () => {
      const id = await given.customer(ana);
      const data = expectSuccess(await put(id, {}), 200, 'Cliente actualizado correctamente');
      expect(data).to.deep.equal({ id, ...ana });
    });

    it(`§4.4 §7: PUT ${path} of an unknown customer returns the processor's 404`, async () => {
      expectFailure(await put('cus_nobody', { name: 'Nadie' }), {
        status: 404,
        message: "No such customer: 'cus_nobody'",
        code: 'resource_missing',
      });
    });

    it(`§4.4 E14: PUT ${path} with a name that is not a text is 400`, async () => {
      expectFailure(await put(await given.customer(), { name: 1 }), {
        status: 400,
        message: 'name debe ser un texto',
        code: 'invalid_field',
        field: 'name',
      });
    });
  }

  for (const body of [undefined, {}, { userId: null }, { userId: ' ' }, { name: 'Sin id' }]) {
    it(`§4.4: PUT /api/customers/update with ${JSON.stringify(body)} is 400`, async () => {
      expectFailure(await call('PUT', '/api/customers/update', { body }), {
        status: 400,
        message: 'userId es requerido',
        code: 'missing_fields',
        fields: ['userId'],
      });
    });
  }

  for (const path of ['/api/customers/delete', '/api/customers/:id']) {
    const remove = (id: string) =>
      path.endsWith(':id')
        ? call('DELETE', `/api/customers/${id}`)
        : call('DELETE', path, { body: { userId: id } });

    it(`§4.5: DELETE ${path} deletes the customer and returns only the id`, async () => {
      const id = await given.customer();
      const data = expectSuccess(await remove(id), 200, 'Usuario eliminado con éxito');
      expect(data).to.deep.equal({ id });
      const listed = await call('GET', '/api/customers?limit=100');
      expect(listAt(listed.body, 'data.data').map((one) => at(one, 'id'))).not.to.include(id);
    });

    it(`§4.5 §7: DELETE ${path} of an unknown or deleted customer returns the processor's 404`, async () => {
      const id = await given.customer();
      await remove(id);
      for (const gone of [id, 'cus_nobody']) {
        expectFailure(await remove(gone), {
          status: 404,
          message: `No such customer: '${gone}'`,
          code: 'resource_missing',
        });
      }
    });
  }

  for (const body of [undefined, {}, { userId: '' }]) {
    it(`§4.5: DELETE /api/customers/delete with ${JSON.stringify(body)} is 400`, async () => {
      expectFailure(await call('DELETE', '/api/customers/delete', { body }), {
        status: 400,
        message: 'id del usuario es requerido',
        code: 'missing_fields',
        fields: ['userId'],
      });
    });
  }

  it('§4.5: the id in the URL takes precedence over an id in the body', async () => {
    const [inUrl, inBody] = [await given.customer(), await given.customer()];
    const answer = await call('DELETE', `/api/customers/${inUrl}`, { body: { userId: inBody } });
    expect(expectSuccess(answer, 200, 'Usuario eliminado con éxito')).to.deep.equal({ id: inUrl });
    expect((await call('GET', `/api/customers/${inBody}`)).status).to.equal(200);
  });
});

onService('interface: the list of customers', {}, ({ call }) => {
  const given = journeys(call);
  const oldestFirst: Array<string> = [];
  const newest = (count: number): ReadonlyArray<string> => oldestFirst.toReversed().slice(0, count);
  const idsOf = (data: unknown): ReadonlyArray<unknown> =>
    listAt(data, 'data').map((customer) => at(customer, 'id'));
  const list = async (query: string): Promise<unknown> =>
    expectSuccess(
      await call('GET', `/api/customers${query}`),
      200,
      'Clientes listados correctamente',
    );

  before(async () => {
    for (let n = 0; n < 25; n += 1) {
      oldestFirst.push(await given.customer({ email: n === 7 ? 'siete@example.com' : ana.email }));
    }
  });

  it('§4.3 §2 §8: GET /api/customers is a list object of the ten newest customers', async () => {
    const data = await list('');
    expect(data).to.deep.equal({
      object: 'list',
      data: at(data, 'data'),
      has_more: true,
      url: '/v1/customers',
    });
    expect(idsOf(data)).to.deep.equal(newest(10));
    expect(at(data, 'data.0')).to.include({ object: 'customer', ...ana });
  });

  for (const [query, count] of [
    ['limit=3', 3],
    ['limit=25', 25],
    ['limit=100', 25],
    ['limit=101', 25],
    ['limit=3.9', 3],
    ['limit=0', 10],
    ['limit=-1', 10],
    ['limit=diez', 10],
    ['limit=', 10],
    ['limit=2&limit=3', 10],
  ] as const) {
    it(`P9 decisions, list customers: ?${query} returns ${count}`, async () => {
      const data = await list(`?${query}`);
      expect(idsOf(data)).to.deep.equal(newest(count));
      expect(at(data, 'has_more')).to.equal(count < 25);
    });
  }

  it('P10 decisions, list customers: pages by starting_after contain every customer once', async () => {
    const found: Array<unknown> = [];
    for (let query = '?limit=9'; query !== ''; ) {
      const data = await list(query);
      found.push(...idsOf(data));
      query =
        at(data, 'has_more') === true ? `?limit=9&starting_after=${String(found.at(-1))}` : '';
    }
    expect(found).to.deep.equal(newest(25));
  });

  it('P10 decisions, list customers: ending_before returns the next newer customers, newest first', async () => {
    const all = newest(25);
    const data = await list(`?limit=4&ending_before=${all[10]}`);
    expect(idsOf(data)).to.deep.equal(all.slice(6, 10));
    expect(at(data, 'has_more')).to.equal(true);
    const top = await list(`?limit=4&ending_before=${all[3]}`);
    expect(idsOf(top)).to.deep.equal(all.slice(0, 3));
    expect(at(top, 'has_more')).to.equal(false);
  });

  it('decisions, list customers: email filters', async () => {
    expect(idsOf(await list('?email=siete@example.com'))).to.deep.equal([oldestFirst[7]]);
    expect(idsOf(await list('?email=nadie@example.com'))).to.deep.equal([]);
  });

  it('P10: both cursors together are 400', async () => {
    expectFailure(await call('GET', '/api/customers?starting_after=cus_a&ending_before=cus_b'), {
      status: 400,
      message: 'starting_after y ending_before no se pueden usar a la vez',
      code: 'invalid_field',
      field: 'ending_before',
    });
  });

  for (const cursor of ['starting_after', 'ending_before']) {
    it(`P10: a ${cursor} that does not exist is the processor's 400 resource_missing`, async () => {
      expectFailure(await call('GET', `/api/customers?${cursor}=cus_nobody`), {
        status: 400,
        message: "No such customer: 'cus_nobody'",
        code: 'resource_missing',
      });
    });
  }
});

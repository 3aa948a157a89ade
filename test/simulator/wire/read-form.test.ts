import { expect } from 'chai';
import * as fc from 'fast-check';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import { seed } from '../../support/inputs/seed.js';
import { at } from '../../support/json/at.js';
import { useWire } from '../support/use-wire.js';

describe('forms on the wire', () => {
  const wire = useWire({ clock: () => 1_780_000_000 });

  it('numeric names are keys of a hash or positions of a list, as the parameter requires', async () => {
    const send = wire().as('numbers');
    const created = await send('POST', '/v1/customers', {
      form: 'metadata[0]=zero&metadata[6735]=order&preferred_locales[1]=en&preferred_locales[0]=es',
    });
    expect(at(created.body, 'metadata')).to.deep.equal({ 0: 'zero', 6735: 'order' });
    expect(at(created.body, 'preferred_locales')).to.deep.equal(['es', 'en']);
  });

  it('the query and the body are read together, and the body decides', async () => {
    const send = wire().as('both');
    const query = 'email=ana@example.com&name=Ana';
    const both = await send('POST', `/v1/customers?${query}`, { form: 'name=Eva' });
    expect(both.body).to.include({ email: 'ana@example.com', name: 'Eva' });
    for (const [asked, form] of [
      ['metadata[a]=%E0%A4', 'name=Eva'],
      ['name=Eva', 'metadata[a]=%E0%A4'],
    ] as const) {
      const { status, body } = await send('POST', `/v1/customers?${asked}`, { form });
      expect([status, at(body, 'error.type')]).to.deep.equal([400, 'invalid_request_error']);
    }
  });

  it('any form gets a response other than 500', async () => {
    const names = Object.values(engineOperations).flatMap(({ params }) =>
      Object.keys(params.known),
    );
    const name = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...new Set(names)) },
      fc.constantFrom(
        '__proto__',
        'constructor',
        'toString',
        'length',
        '',
        '0',
        '999999',
        '[',
        ']',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    const value = fc.oneof(
      fc.constantFrom(
        '',
        '1',
        '-1',
        'true',
        'eur',
        'pm_card_visa',
        'tok_visa',
        'now',
        '%',
        '\u0000',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    );
    const part = fc
      .tuple(name, fc.array(name, { maxLength: 4 }), value, fc.boolean())
      .map(([first, rest, text, escaped]) => {
        const write = escaped ? encodeURIComponent : (raw: string) => raw;
        const path = [write(first), ...rest.map((inner) => `[${write(inner)}]`)].join('');
        return `${path}=${escaped ? encodeURIComponent(text) : text}`;
      });
    const routes = Object.values(engineOperations).map(({ method, path }) => ({ method, path }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...routes),
        fc.array(part, { maxLength: 6 }),
        async ({ method, path }, parts) => {
          const form = parts.join('&');
          const { status, body } = await wire().as('random')(
            method,
            path.replaceAll(/:\w+/g, 'x_1'),
            method === 'GET' ? {} : { form },
          );
          expect(status, `${method} ${path} ${form}`).to.be.oneOf([200, 400, 402, 404]);
          expect(body).to.be.an('object');
          const asked = await wire().as('random')(
            'GET',
            `/v1/customers?${encodeURI(form).replaceAll('#', '%23')}`,
          );
          expect(asked.status, form).to.be.oneOf([200, 400]);
        },
      ),
      { seed, numRuns: 300 },
    );
  });
});

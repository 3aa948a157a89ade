import { expect } from 'chai';
import { scenarios } from '../../../src/simulator/trigger/scenarios.js';
import { shopAt } from '../../../src/simulator/trigger/shop-at.js';
import { rejectionOf } from '../../support/errors/rejection-of.js';
import { useHttpServer } from '../../support/http/use-http-server.js';
import { useService } from '../../support/service/use-service.js';
import { useWire } from '../support/use-wire.js';

const prefixes: { readonly [object: string]: string } = {
  charge: '(?:ch|py)_',
  checkout: 'cs_',
  customer: 'cus_',
  dispute: 'du_',
  mandate: 'mandate_',
  payment_intent: 'pi_',
  payment_method: 'pm_',
  refund: '(?:re|pyr)_',
  setup_intent: 'seti_',
};

const prefixOf = (event: string): string => {
  const [object = '', part = ''] = event.split('.');
  return prefixes[part] ?? prefixes[object] ?? '';
};

describe('every event that can be triggered', () => {
  const fake = useWire();
  const service = useService();
  const other = useHttpServer((request, response) => {
    response.writeHead(request.url === '/health' ? 404 : 200);
    response.end('<html>');
  });

  const posted: Array<string | undefined> = [];
  const onStripe = useHttpServer((request, response) => {
    if (request.method !== 'GET') posted.push(request.url);
    response.writeHead(request.url === '/health' ? 200 : 404, {
      'content-type': 'application/json',
    });
    response.end('{}');
  });

  for (const [where, url] of [
    ['pasarela fake', () => fake().server.url],
    ['the service', () => service.address],
  ] as const) {
    it(`happens at ${where}`, async () => {
      const shop = await shopAt(url(), undefined);
      const happens = async (event: string, play: () => Promise<unknown>): Promise<void> => {
        const before = await shop.latest(event);
        await play();
        const { id, object } = await shop.next(event, before);
        expect(id, event).to.match(/^evt_/);
        expect(object, event).to.match(new RegExp(`^${prefixOf(event)}`));
      };
      for (const [event, { play, by }] of Object.entries(scenarios)) {
        await happens(event, () => play(shop));
        for (const method of by?.methods ?? []) {
          await happens(event, async () => by?.play(shop, method));
        }
      }
    });
  }

  it('is played in the account of the key', async () => {
    const shop = await shopAt(fake().server.url, ['sk', 'test', 'elsewhere'].join('_'));
    expect(await shop.latest('customer.created')).to.equal(undefined);
    await shop.customer();
    expect(await shop.latest('customer.created')).to.have.property('id');
  });

  it('says why a call was refused', async () => {
    const refused = await shopAt(fake().server.url, ['sk', 'live', 'x'].join('_'));
    expect(await rejectionOf(refused.customer())).to.include(
      'POST /v1/customers was answered with 401: Invalid API Key provided',
    );
    const shop = await shopAt(service.address, undefined);
    expect(await rejectionOf(shop.capture('pi_x'))).to.include(
      'POST /api/payments/capture was answered with 404: Pago no encontrado',
    );
  });

  it('needs a server that is one of the two', async () => {
    expect(await rejectionOf(shopAt(other(), undefined))).to.include(
      'is neither pasarela fake nor pasarela serve',
    );
  });

  it('sends nothing to a service with another processor, which would charge cards', async () => {
    expect(await rejectionOf(shopAt(onStripe(), undefined))).to.include(
      'has no in-memory processor',
    );
    expect(posted).to.deep.equal([]);
  });
});

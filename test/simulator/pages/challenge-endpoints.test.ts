import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { Page } from 'playwright-core';
import { aSnapshot } from '../../../src/simulator/controls/check-controls.js';
import { accessibilityProblems } from '../../support/browser/accessibility-problems.js';
import { browserOfRun } from '../../support/browser/browser-of-run.js';
import { at, textAt } from '../../support/json/at.js';
import { journeys } from '../../support/service/journeys.js';
import { useService } from '../../support/service/use-service.js';

// The shop that the customer returns to.
const startShop = async (): Promise<{ readonly url: string; readonly server: Server }> => {
  const server = createServer((_request, response) => response.end('la tienda'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return { url: `http://127.0.0.1:${address.port}`, server };
};

describe('the page of a 3D Secure challenge, in a browser', () => {
  const service = useService();
  const { customer, card, payment } = journeys((...request) => service.call(...request));
  const open: { shop?: Awaited<ReturnType<typeof startShop>> } = {};
  const shopUrl = (): string => open.shop?.url ?? '';

  before(async () => {
    open.shop = await startShop();
  });
  after(() => open.shop?.server.close());

  const challenged = async (returnTo?: string): Promise<{ id: string; page: string }> => {
    const customer_id = await customer();
    const payment_method = await card(customer_id, '4000002760003184');
    const id = await payment({ customer_id, payment_method, amount: 19.99 });
    const { body } = await service.call('POST', '/api/payments/confirm', {
      body: { paymentId: id, return_url: returnTo ?? `${shopUrl()}/orders/7?lang=es` },
    });
    return { id, page: textAt(body, 'data.next_action.redirect_to_url.url') };
  };
  const visit = async (url: string): Promise<Page> => {
    const page = await (await browserOfRun()).newPage({ locale: 'es-ES' });
    const complaints: Array<string> = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(url);
    expect(complaints).to.deep.equal([]);
    return page;
  };
  const statusOf = async (id: string): Promise<unknown> =>
    at((await service.call('GET', `/api/payments/${id}`)).body, 'data.status');

  it('shows the payment, and redirects to the shop after an approval', async () => {
    const { id, page: url } = await challenged();
    expect(url).to.equal(`${service.address}/_processor/challenges/${id}`);
    const page = await visit(url);
    expect(await page.textContent('main'))
      .to.match(/19,99\s€/)
      .and.to.contain(id);
    await page.getByRole('button', { name: 'Autorizar' }).click();
    await page.waitForURL(`${shopUrl()}/**`);
    const back = new URL(page.url());
    expect(back.pathname).to.equal('/orders/7');
    expect(back.searchParams.get('lang')).to.equal('es');
    expect(back.searchParams.get('payment_intent')).to.equal(id);
    expect(back.searchParams.get('payment_intent_client_secret')).to.match(/^pi_\w+_secret_\w+$/);
    expect(back.searchParams.get('redirect_status')).to.equal('succeeded');
    expect(await statusOf(id)).to.equal('requires_confirmation');
    await page.close();
  });

  it('shows a card that is to be saved, and redirects to the shop after an approval', async () => {
    const customer_id = await customer();
    const payment_method = await card(customer_id, '4000002760003184');
    const return_url = `${shopUrl()}/cards?lang=es`;
    const { body } = await service.call('POST', '/api/setup-intents', {
      body: { customer_id, payment_method, confirm: true, return_url },
    });
    const id = textAt(body, 'data.id');
    const page = await visit(textAt(body, 'data.next_action.redirect_to_url.url'));
    expect(await page.textContent('main'))
      .to.contain('Guardar tarjeta')
      .and.to.contain(id)
      .and.not.to.contain('€');
    await page.getByRole('button', { name: 'Autorizar' }).click();
    await page.waitForURL(`${shopUrl()}/**`);
    const back = new URL(page.url());
    expect(`${back.pathname} ${back.searchParams.get('lang')}`).to.equal('/cards es');
    expect(back.searchParams.get('setup_intent')).to.equal(id);
    expect(back.searchParams.get('setup_intent_client_secret')).to.match(/^seti_\w+_secret_\w+$/);
    expect(back.searchParams.get('redirect_status')).to.equal('succeeded');
    const saved = await service.call('GET', `/api/setup-intents/${id}`);
    expect(at(saved.body, 'data.status')).to.equal('succeeded');
    await page.close();
  });

  it('redirects to the shop after a refusal, and the payment needs another card', async () => {
    const { id, page: url } = await challenged();
    const page = await visit(url);
    await page.getByRole('button', { name: 'Rechazar' }).click();
    await page.waitForURL(`${shopUrl()}/**`);
    expect(new URL(page.url()).searchParams.get('redirect_status')).to.equal('failed');
    expect(await statusOf(id)).to.equal('requires_payment_method');
    await page.close();
  });

  it('shows a message when no challenge is left', async () => {
    const { id, page: url } = await challenged();
    await service.call('POST', '/api/payments/cancel', { body: { paymentId: id } });
    const page = await visit(url);
    expect(await page.textContent('main')).to.contain('no tiene ninguna autenticación pendiente');
    expect(await page.getByRole('button').count()).to.equal(0);
    await page.close();
  });

  it('speaks the language of the browser, fits a phone, and keeps nobody out', async () => {
    const { page: url } = await challenged();
    const browser = await browserOfRun();
    const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 320, height: 568 } });
    try {
      const answer = await page.goto(url);
      expect(answer?.headers()).to.include({ 'content-language': 'en', vary: 'Accept-Language' });
      expect(await page.textContent('main')).to.contain('€19.99');
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(
        await page.evaluate('getComputedStyle(document.body).backgroundColor'),
        'the page in the dark',
      ).to.equal('rgb(14, 17, 24)');
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      for (const name of ['Approve', 'Refuse']) {
        const box = await page.getByRole('button', { name }).boundingBox();
        expect(box?.height).to.be.at.least(44);
        expect((box?.x ?? 320) + (box?.width ?? 0)).to.be.at.most(320 - 16);
      }
      await page.goto(url.replace(/pi_\w+/, 'pi_nothing'));
      expect(await page.textContent('main')).to.contain('There is no authentication');
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    } finally {
      await page.close();
    }
  });

  it('says in its own language that an authentication is over', async () => {
    const { id, page: url } = await challenged();
    await service.call('POST', '/api/payments/cancel', { body: { paymentId: id } });
    const late = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'approve' }),
    });
    expect(late.status).to.equal(400);
    expect(await late.text()).to.contain('Esta autenticación ya ha terminado. Vuelva a la tienda.');
  });

  it('answers an unknown payment or card with 404, and an invalid form with 400', async () => {
    const missing = await service.call('GET', '/_processor/challenges/pi_nothing');
    expect(missing.status).to.equal(404);
    expect(missing.headers.get('cache-control')).to.equal('no-store');
    expect(missing.text).to.contain('Este enlace de autenticación no es válido.');
    const noCard = await service.call('GET', '/_processor/challenges/seti_nothing');
    expect(noCard.status).to.equal(404);
    expect(noCard.text).to.contain('Este enlace de autenticación no es válido.');
    const { page: url } = await challenged();
    const unclear = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'maybe' }),
    });
    expect(unclear.status).to.equal(400);
  });
});

describe('the redirect after a 3D Secure challenge', () => {
  const service = useService({ env: { RETURN_URL_SCHEMES: 'shop-app' } });
  const { customer, payment } = journeys((...request) => service.call(...request));

  const challenge = async (return_url: string): Promise<string> => {
    const customer_id = await customer();
    const payment_method = 'pm_card_authenticationRequired';
    const paymentId = await payment({ customer_id, payment_method, amount: 20 });
    const { body } = await service.call('POST', '/api/payments/confirm', {
      body: { paymentId, return_url },
    });
    return textAt(body, 'data.next_action.redirect_to_url.url');
  };
  const approveAt = (page: string): Promise<Response> =>
    fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'approve' }),
      redirect: 'manual',
    });
  const approve = async (return_url: string): Promise<Response> =>
    approveAt(await challenge(return_url));

  it('can open an app', async () => {
    const { status, headers } = await approve('shop-app://orders/42');
    expect(status).to.equal(303);
    expect(headers.get('location')).to.match(/^shop-app:\/\/orders\/42\?payment_intent=pi_/);
  });

  it('never leads to a URL of a restored snapshot that a browser would run', async () => {
    const back = 'https://shop.example/restored';
    for (const url of [
      'javascript:alert(1)',
      'javascript://a/%0aalert(1)',
      'data:,a',
      '//a.example',
    ]) {
      const page = await challenge(back);
      const { controls } = service.processor;
      const text = JSON.stringify(controls?.snapshot()).replaceAll(back, url);
      const changed: unknown = JSON.parse(text);
      const read = aSnapshot.read(changed, 'snapshot');
      if (E.isRight(read)) controls?.restore(read.right);
      const answer = await approveAt(page);
      expect([answer.status, answer.headers.get('location')], url).to.deep.equal([200, null]);
      expect(await answer.text()).to.include('Autenticación terminada');
    }
  });

  for (const url of ['https://[1', 'https://shop.example:99999/', 'https://%zz/']) {
    it(`is not done when ${url} is not a valid URL`, async () => {
      const answer = await approve(url);
      expect(answer.status).to.equal(200);
      expect(await answer.text()).to.include('Autenticación terminada');
    });
  }
});

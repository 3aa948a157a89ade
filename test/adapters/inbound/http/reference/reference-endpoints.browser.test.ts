import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { api } from '../../../../../src/adapters/inbound/http/api.js';
import { methodOn } from '../../../../../src/adapters/inbound/http/route.js';
import { systemEndpoints } from '../../../../../src/adapters/inbound/http/system-endpoints.js';
import { accessibilityProblems } from '../../../../support/browser/accessibility-problems.js';
import { browserOfRun } from '../../../../support/browser/browser-of-run.js';
import { at, textAt } from '../../../../support/json/at.js';
import { useService } from '../../../../support/service/use-service.js';
import { partOfDocument } from './part-of-document.js';
import { startReferenceApp } from './reference-app.js';

type Opened = {
  readonly page: Page;
  /** Errors of the browser, and violations of the policy. */
  readonly complaints: ReadonlyArray<string>;
  /** Requests of the page to other hosts, which are blocked. */
  readonly foreign: ReadonlyArray<string>;
};

/** `operations`: the ids of the only ones that the page shows. */
const open = async (
  address: string,
  prefix = '',
  operations?: ReadonlyArray<string>,
): Promise<Opened> => {
  const complaints: Array<string> = [];
  const foreign: Array<string> = [];
  const browser = await browserOfRun();
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url.startsWith('data:') || new URL(url).origin === address) {
      await route.continue();
      return;
    }
    foreign.push(url);
    await route.abort();
  });
  if (operations !== undefined) {
    // Swagger UI resolves the whole document for each operation that is opened, which takes seconds.
    await page.route('**/doc/openapi.json', async (route) => {
      const response = await route.fetch();
      const document: unknown = await response.json();
      await route.fulfill({ response, json: partOfDocument(document, operations) });
    });
  }
  await page.goto(`${address}${prefix}/doc`);
  await page.locator('.opblock').first().waitFor();
  return { page, complaints, foreign };
};

/** Executes an operation by "Try it out", by default with the example. Returns the answer on the page. */
const tryOut = async (
  page: Page,
  id: string,
  body?: unknown,
): Promise<{ readonly status: string; readonly body: unknown }> => {
  const block = page.locator(`#operations-${id}`);
  await block.locator('.opblock-summary-control').click();
  await block.locator('.try-out__btn').click();
  if (body !== undefined) {
    await block.locator('textarea.body-param__text').fill(JSON.stringify(body, null, 2));
  }
  await block.locator('.execute').click();
  const answer = block.locator('.live-responses-table .response');
  await answer.waitFor();
  const status = (await answer.locator('.response-col_status').innerText()).trim();
  const shown = await answer.locator('.highlight-code code').first().innerText();
  const parsed: unknown = JSON.parse(shown);
  return { status, body: parsed };
};

describe('The reference page in a browser', () => {
  // The time of the recorded examples, when their card is valid.
  const service = useService({ clock: () => 1_767_225_600 });
  const opened: Array<Opened> = [];

  const current = (): Opened => {
    const [first] = opened;
    if (first === undefined) throw new Error('the page is open only inside the tests');
    return first;
  };

  before(async () => {
    opened.push(await open(service.address));
  });

  after(async () => {
    for (const { page } of opened) await page.close();
  });

  it('shows every operation, aliases included', async () => {
    const { page } = current();
    const paths = Object.values(api).flatMap((route) =>
      route.paths.map((path) => `${methodOn(route, path)} ${path.replace(/:(\w+)/g, '{$1}')}`),
    );
    const texts = async (selector: string): Promise<ReadonlyArray<string>> =>
      (await page.locator(selector).allInnerTexts()).map((text) => text.replace(/\u200b/g, ''));
    const methods = await texts('.opblock-summary-method');
    const shown = (await texts('.opblock-summary-path')).map(
      (path, index) => `${methods[index]} ${path}`,
    );
    const system = Object.values(systemEndpoints).map(({ path }) => `GET ${path}`);
    expect(shown).to.have.members([...paths, ...system]);
    expect(await page.locator('.info .title').innerText()).to.contain('Pasarela');
  });

  it('makes a payment with "Try it out"', async () => {
    const inPart = await open(service.address, '', [
      'createCustomer',
      'tokenizeCard',
      'assignCard',
      'createPaymentIntent',
      'confirmPayment',
    ]);
    opened.push(inPart);
    const { page } = inPart;
    const customer = await tryOut(page, 'Customers-createCustomer', {
      email: 'berta@example.com',
      name: 'Berta',
      phone: '+34655555555',
    });
    expect(customer.status).to.equal('201');
    expect(customer.body).to.deep.include({
      status: true,
      statusCode: 201,
      message: 'Cliente creado correctamente',
    });
    const userId = textAt(customer.body, 'data.id');
    expect((await service.call('GET', `/api/customers/${userId}`)).status).to.equal(200);

    const token = await tryOut(page, 'Cards-tokenizeCard');
    expect(token.status).to.equal('201');
    const card = await tryOut(page, 'Cards-assignCard', {
      userId,
      source: textAt(token.body, 'data.token_id'),
    });
    expect(at(card.body, 'message')).to.equal('Tarjeta añadida con éxito');

    const created = await tryOut(page, 'Payments-createPaymentIntent', {
      amount: 19.99,
      customer_id: userId,
      payment_method: textAt(card.body, 'data.cardId'),
    });
    expect(at(created.body, 'data.status')).to.equal('requires_confirmation');
    const confirmed = await tryOut(page, 'Payments-confirmPayment', {
      paymentId: textAt(created.body, 'data.id'),
    });
    expect(confirmed.status).to.equal('200');
    expect(confirmed.body).to.have.nested.property('data.status', 'succeeded');
    expect(confirmed.body).to.have.nested.property('data.amount', 1999);
    expect([...inPart.complaints, ...inPart.foreign]).to.deep.equal([]);
  });

  it('shows errors that operations share once, below them, and none of them in an operation', async () => {
    const { page } = current();
    const block = page.locator('#operations-Customers-getCustomer');
    await block.locator('.opblock-summary-control').click();
    const statuses = block.locator('tr.response .response-col_status');
    await statuses.first().waitFor();
    expect(await statuses.allInnerTexts()).to.deep.equal(['200', '400', '404']);
    const others = block.locator('.shared-errors');
    expect(await others.innerText()).to.equal('Also 403, 429, 500, 503: errors of all operations');
    await others.getByRole('link').click();
    const focused = page.locator(':focus');
    expect(await focused.innerText()).to.equal('Errors of all operations');
    const errors = page.locator('.shared-error');
    expect(await errors.locator('h4').allInnerTexts()).to.deep.equal([
      '403 Forbidden',
      '409 Idempotency key in use',
      '413 Body too large',
      '415 Unsupported media type',
      '422 Idempotency key reused',
      '429 Too many requests',
      '500 Internal error',
      '503 Unavailable',
    ]);
    await errors.first().locator('summary').click();
    expect(await errors.first().locator('pre').innerText()).to.contain('insufficient_scope');
  });

  it('asks for no key where the service has none', async () => {
    const { page } = current();
    await page.locator('#operations-Payments-listPayments').waitFor();
    expect(await page.locator('.btn.authorize, .authorization__btn').count()).to.equal(0);
  });

  it('shows the focus, and reaches each operation once by the keyboard', async () => {
    const { page } = current();
    const operation = page.locator('#operations-Refunds-refundCharge');
    const focused = page.locator(':focus');
    await operation.locator('.opblock-summary-control').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await focused.getAttribute('class')).to.equal('opblock-summary-control');
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outline');
    expect(outline).to.match(/solid/).and.to.match(/3px/);
    await page.keyboard.press('Enter');
    await operation.locator('.try-out__btn').waitFor();
    expect(new URL(page.url()).hash).to.equal('#/Refunds/refundCharge');
    await page.keyboard.press('Tab');
    expect(await focused.getAttribute('class')).not.to.equal('nostyle');
    expect(await accessibilityProblems(page)).to.deep.equal([]);
  });

  it('fits a phone', async () => {
    const { page } = current();
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await page.locator('meta[name="viewport"]').getAttribute('content')).to.contain(
      'device-width',
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
    const text = page
      .locator('#operations-Refunds-refundCharge tr.response td.response-col_description')
      .first();
    expect((await text.boundingBox())?.width).to.be.at.least(250);
  });

  it('loads nothing from other hosts, and nothing violates its policy', () => {
    expect(current().foreign).to.deep.equal([]);
    expect(current().complaints).to.deep.equal([]);
  });

  it('calls the API with the key of the user where both are mounted at a prefix, pays as prefilled, and keeps nobody out', async () => {
    const app = await startReferenceApp('/shop', 'key-of-the-page');
    try {
      const { page, complaints, foreign } = await open(app.address, '/shop', [
        'createPaymentIntent',
        'confirmPayment',
        'createCustomer',
        'listCards',
      ]);
      await page.locator('.btn.authorize').first().click();
      await page.locator('.modal-ux input').first().fill('key-of-the-page');
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.locator('.modal-ux .auth-btn-wrapper .authorize').first().click();
      await page.locator('.modal-ux .btn-done').first().click();
      const created = await tryOut(page, 'Payments-createPaymentIntent');
      expect(created.status, JSON.stringify(created.body)).to.equal('201');
      const confirmed = await tryOut(page, 'Payments-confirmPayment');
      const paymentId = textAt(created.body, 'data.id');
      expect(at(confirmed.body, 'data.id')).to.equal(paymentId);
      expect(at(confirmed.body, 'data.status')).to.equal('succeeded');
      const curl = page.locator('#operations-Payments-confirmPayment .curl').first();
      expect(await curl.innerText()).to.contain(paymentId);
      const { status } = await tryOut(page, 'Customers-createCustomer');
      expect(status).to.equal('201');
      const url = page.locator('#operations-Customers-createCustomer .request-url');
      expect(await url.innerText()).to.match(new RegExp(`${app.address}/shop/api/customers$`));
      expect([...complaints, ...foreign]).to.deep.equal([]);
      const cards = page.locator('#operations-Cards-listCards');
      await cards.locator('.opblock-summary-control').click();
      await cards.locator('.try-out__btn').click();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.close();
    } finally {
      app.close();
    }
  });
});

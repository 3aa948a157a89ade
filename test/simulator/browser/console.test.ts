import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { type FakeServer, startFakeServer } from '../../../src/fake-server.js';
import { accessibilityProblems } from '../../support/browser/accessibility-problems.js';
import { browserOfRun } from '../../support/browser/browser-of-run.js';
import { callAt } from '../../support/http/call.js';
import { useHttpServer } from '../../support/http/use-http-server.js';
import { at } from '../../support/json/at.js';
import { startTestService } from '../../support/service/start-service.js';
import { until } from '../../support/time/until.js';

const attack = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

const payment = (description: string): string =>
  new URLSearchParams({
    amount: '1999',
    currency: 'eur',
    payment_method: 'pm_card_threeDSecure2Required',
    confirm: 'true',
    return_url: 'https://shop.example/back',
    description,
  }).toString();

describe('the console in a browser', () => {
  const shop = useHttpServer((request, response) => {
    request.resume();
    response.end();
  });

  /** Opens the console, and fails the test for what the page complains about. */
  const withConsole = async (
    options: BrowserContextOptions,
    use: (page: Page, pay: (description: string) => Promise<string>) => Promise<void>,
  ): Promise<void> => {
    const server = await startFakeServer({ seed: 'console', webhook: { url: `${shop()}/hook` } });
    const context = await (await browserOfRun()).newContext(options);
    const complaints: Array<string> = [];
    try {
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(server.url);
      await use(page, async (description) => {
        const { body } = await callAt(server.url)('POST', '/v1/payment_intents', {
          raw: payment(description),
          headers: {
            authorization: `Bearer ${server.apiKey}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
        });
        return String(at(body, 'id'));
      });
      expect(complaints).to.deep.equal([]);
    } finally {
      await context.close();
      await server.close();
    }
  };

  it('shows a payment as it comes, approves 3D Secure, sees the webhook delivered, and refunds it', async () => {
    await withConsole({ locale: 'en-GB' }, async (page, pay) => {
      await page.getByText('There is nothing here yet.').waitFor();
      // Not "Live", which in payments means real money.
      await page.locator('header').getByText('Connected').waitFor();
      expect(await page.locator('.copyable').innerText()).to.include('curl http://127.0.0.1:');
      expect(await accessibilityProblems(page)).to.deep.equal([]);

      const id = await pay(attack);
      await page.getByRole('link', { name: '€19.99' }).click();
      expect(page.url()).to.include(`#payments/${id}`);
      const detail = page.locator('.detail');
      await detail.getByText('The payment waited for the customer').waitFor();
      expect(await page.title()).to.equal('Pasarela console');
      expect(await detail.innerText()).to.include(attack);

      // People click twice. A second approval would be refused.
      await page.getByRole('button', { name: 'Approve 3D Secure' }).dblclick();
      const paid = detail.locator('li.step', { hasText: 'payment_intent.succeeded' });
      await paid.locator('.delivery', { hasText: '200' }).waitFor();
      const steps = await detail.locator('li.step .line:first-child').allInnerTexts();
      expect(steps.map((text) => text.split('\n')[0])).to.deep.equal([
        'POST /v1/payment_intents',
        'The payment was created',
        'The payment waited for the customer',
        'answer of the customer, from the console',
        'The money was charged',
        'The payment succeeded',
      ]);
      // The button that was pressed is gone, and people at a keyboard go on from where it was.
      const focused: unknown = await page.evaluate('document.activeElement.className');
      expect(focused).to.equal('detail');

      await page.getByLabel('Amount (EUR)').fill('5');
      // The second time the field would have what is left.
      await page.getByRole('button', { name: 'Refund', exact: true }).dblclick();
      await detail.locator('.badge', { hasText: 'partly refunded' }).waitFor();
      expect(await page.getByLabel('Amount (EUR)').inputValue()).to.equal('14.99');
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    });
  });

  it('is in Spanish, dark, on a phone and by keyboard', async () => {
    const phone = { locale: 'es-ES', viewport: { width: 375, height: 700 } };
    await withConsole({ ...phone, colorScheme: 'dark' }, async (page, pay) => {
      const id = await pay('Camiseta');
      await page.getByRole('link', { name: '19,99 €' }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Aprobar 3D Secure' }).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      const width: unknown = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).to.equal(375);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'English' }).click();
      expect(await page.locator('html').getAttribute('lang')).to.equal('en');
      await page.goto(`${page.url().replace(/#.*/, '')}#payments/${id}`);
      await page.reload();
      await page.getByRole('button', { name: 'Approve 3D Secure' }).waitFor();
    });
  });

  const keyOf = (account: string): string => ['sk', 'test', account].join('_');

  /** Opens the console of a server that several accounts have used. */
  const withAccounts = async (
    options: BrowserContextOptions,
    use: (
      page: Page,
      server: FakeServer,
      send: (account: string, path: string, form: string) => Promise<unknown>,
    ) => Promise<void>,
  ): Promise<void> => {
    const server = await startFakeServer({ seed: 'console', webhook: { url: `${shop()}/hook` } });
    const context = await (await browserOfRun()).newContext(options);
    const complaints: Array<string> = [];
    try {
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      await use(page, server, async (account, path, form) => {
        const { body } = await callAt(server.url)('POST', path, {
          raw: form,
          headers: {
            authorization: `Bearer ${keyOf(account)}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
        });
        return body;
      });
      expect(complaints).to.deep.equal([]);
    } finally {
      await context.close();
      await server.close();
    }
  };

  it('opens the account that was used last, stays with it, and leads to others by one click', async () => {
    await withAccounts({ locale: 'en-GB' }, async (page, server, send) => {
      await page.goto(server.url);
      await page.getByText('There is nothing here yet.').waitFor();
      await send('shop', '/v1/payment_intents', 'amount=1999&currency=eur');
      await page.getByRole('link', { name: '€19.99' }).waitFor();
      expect(new URL(page.url()).searchParams.get('account')).to.equal('shop');
      await send('other_project', '/v1/payment_intents', 'amount=5000&currency=jpy');
      const accounts = page.getByRole('navigation', { name: 'Accounts' });
      await accounts.getByRole('link', { name: 'other_project' }).waitFor();
      await page.reload();
      await page.getByRole('link', { name: '€19.99' }).waitFor();
      await accounts.getByRole('link', { name: 'other_project' }).click();
      await page.getByRole('link', { name: '¥5,000' }).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      for (const name of ['a', 'b', 'c', 'd']) await send(name, '/v1/customers', '');
      await page.getByRole('combobox', { name: 'Other accounts' }).selectOption('shop');
      await page.getByRole('link', { name: '€19.99' }).waitFor();
      await page.goto(`${server.url}/?account=${encodeURIComponent('<b>nobody')}`);
      await page.getByText('There is no such account.').waitFor();
      await page.getByRole('link', { name: 'Open the one that was used last' }).click();
      await page.getByRole('navigation', { name: 'Accounts' }).waitFor();
    });
  });

  it('lists checkout sessions and setup intents, opens their pages, and plays the customer', async () => {
    await withAccounts({ locale: 'en-GB' }, async (page, server, send) => {
      const session = await send(
        'shop',
        '/v1/checkout/sessions',
        `mode=payment&success_url=${shop()}/done&customer_email=ada@example.com&line_items[0][quantity]=2&line_items[0][price_data][currency]=eur&line_items[0][price_data][unit_amount]=2224&line_items[0][price_data][product_data][name]=Shirt`,
      );
      await send(
        'shop',
        '/v1/setup_intents',
        'payment_method=pm_card_threeDSecure2Required&confirm=true&return_url=https://shop.example/',
      );
      await page.goto(`${server.url}/#sessions`);
      const row = page.getByRole('row', { name: 'Shirt × 2' });
      expect(await row.innerText()).to.match(/€44\.48[^]*open[^]*ada@example\.com/);
      const opening = page.waitForEvent('popup');
      await row.getByRole('link', { name: 'Open page' }).click();
      const opened = await opening;
      expect(opened.url()).to.equal(at(session, 'url'));
      await opened.close();
      await row.getByRole('link', { name: '€44.48' }).click();
      await page.getByRole('button', { name: 'Pay as the customer' }).click();
      const detail = page.locator('.detail');
      await detail.getByText('The customer submitted the Checkout page').waitFor();
      await detail.locator('.badge', { hasText: 'complete' }).waitFor();
      await page.getByRole('link', { name: 'Setup intents' }).click();
      const setup = page.getByRole('row', { name: 'waits for customer' });
      await setup.getByRole('button', { name: 'Approve' }).click();
      await page.locator('.row .badge', { hasText: 'saved' }).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    });
  });

  it('filters by text and by status, keeps that when the page is loaded again, and clears it', async () => {
    await withAccounts({ locale: 'en-GB' }, async (page, server, send) => {
      for (const [amount, name] of [
        [1000, 'Red shirt'],
        [2000, 'Blue shirt'],
        [3000, 'Blue cup'],
      ] as const) {
        const form = `amount=${amount}&currency=eur&description=${name}&confirm=true&return_url=https://shop.example/&payment_method=`;
        await send('shop', '/v1/payment_intents', `${form}pm_card_visa`);
        await send('shop', '/v1/payment_intents', `${form}pm_card_chargeDeclined`);
      }
      await page.goto(server.url);
      await page.getByRole('link', { name: '€30.00' }).first().waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('blue shirt');
      const rows = page.locator('tbody .row');
      const found = page.locator('.found');
      await found.getByText('2 found').waitFor();
      expect(await rows.count()).to.equal(2);
      await page.getByLabel('Status', { exact: true }).selectOption('declined');
      await found.getByText('1 found').waitFor();
      await page.reload();
      await found.getByText('1 found').waitFor();
      expect(await page.getByRole('searchbox').inputValue()).to.equal('blue shirt');
      await page.getByRole('searchbox').fill('green');
      await page.getByText('Nothing matches the filter.').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.getByRole('button', { name: 'Clear filter' }).click();
      await rows.nth(5).waitFor();
      expect(new URL(page.url()).searchParams.get('q')).to.equal(null);
      // A whole id leads to its object from any list.
      const id = await rows.first().getAttribute('data-row');
      await page.getByRole('link', { name: 'Refunds' }).click();
      await page.getByRole('searchbox').fill(String(id));
      await page.keyboard.press('Enter');
      await page.locator('.detail .copyable', { hasText: String(id) }).waitFor();
    });
  });

  it('plans a decline, a lost, a cut and a late answer, and a webhook that comes twice', async () => {
    await withAccounts({ locale: 'en-GB' }, async (page, server, send) => {
      const form =
        'amount=1999&currency=eur&confirm=true&payment_method=pm_card_visa&return_url=https://shop.example/';
      await send('shop', '/v1/customers', '');
      await page.goto(server.url);
      const planned = page.locator('.planned');
      await page.getByLabel('Reason').selectOption('insufficient_funds');
      await page.getByRole('button', { name: 'Decline' }).click();
      await planned.getByText('declined (insufficient_funds)').waitFor();
      expect(at(await send('shop', '/v1/payment_intents', form), 'error.decline_code')).to.equal(
        'insufficient_funds',
      );
      await planned.getByText('nothing', { exact: true }).waitFor();

      await page.getByRole('button', { name: 'Send it twice' }).click();
      await planned.getByText('webhook: twice').waitFor();
      await send('shop', '/v1/customers', '');
      await page.getByRole('link', { name: 'Webhooks' }).click();
      // Four events were sent before it.
      await page.getByRole('link', { name: 'customer.created' }).nth(2).waitFor();

      for (const [fault, text] of [
        ['Lose it', 'lose it'],
        ['Lose the call', 'lose the call'],
        ['Cut it short', 'cut it short'],
        ['Delay it 30 s', 'delay it 30 s'],
      ] as const) {
        await page.getByLabel('To which call').selectOption('refund');
        await page.getByRole('button', { name: fault, exact: true }).click();
        await planned.getByText(`the next refund: ${text}`).waitFor();
      }
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      // Its choices stay while the lists change.
      expect(await page.getByLabel('To which call').inputValue()).to.equal('refund');
      await page.getByRole('button', { name: 'Forget' }).click();
      await planned.getByText('nothing', { exact: true }).waitFor();
      await page.getByLabel('To which call').selectOption('any');
      await page.getByRole('button', { name: 'Cut it short' }).click();
      await planned.getByText('the next call: cut it short').waitFor();
      const cut = await send('shop', '/v1/customers', '').then(
        () => 'answered',
        () => 'cut',
      );
      expect(cut).to.equal('cut');
    });
  });

  it('says in its own language that the server has ended', async () => {
    await withAccounts({ locale: 'es-ES' }, async (page, server) => {
      await page.goto(server.url);
      await page.getByText('Conectado').waitFor();
      await server.close();
      await page.getByText('Sin conexión. Reintentando…').waitFor();
      await page.getByRole('button', { name: 'Adelantar' }).click();
      await page.getByText('No ha sido posible: El servidor no responde.').waitFor();
    });
  });

  it('moves nothing that somebody looks at while others pay', async () => {
    await withAccounts({ locale: 'en-GB' }, async (page, server, send) => {
      await send('shop', '/v1/payment_intents', 'amount=1999&currency=eur');
      await page.goto(server.url);
      const first = page.locator('tbody .row').first();
      await first.waitFor();
      await page.evaluate(`window.row = document.querySelector('tbody .row')`);
      await page.getByRole('searchbox').focus();
      await page.keyboard.type('9');
      await page.locator('.found', { hasText: '1 found' }).waitFor();
      await send('shop', '/v1/payment_intents', 'amount=2999&currency=eur');
      await page.getByRole('link', { name: '€29.99' }).waitFor();
      const same: unknown = await page.evaluate(
        `window.row === document.querySelectorAll('tbody .row')[1]`,
      );
      expect(same).to.equal(true);
      await page.keyboard.type('.');
      expect(await page.getByRole('searchbox').inputValue()).to.equal('9.');
    });
  });

  it('says on a phone that the names of the lists go on', async () => {
    const phone = { locale: 'es-ES', viewport: { width: 390, height: 800 } };
    await withAccounts(phone, async (page, server) => {
      await page.goto(server.url);
      const place = page.locator('.lists-place');
      await page.locator('.lists-place.after').waitFor();
      expect(await place.getAttribute('class')).not.to.include('before');
      await page.goto(`${server.url}/#requests`);
      await page.locator('.lists-place.before').waitFor();
      expect(await place.getAttribute('class')).not.to.include('after');
    });
  });

  for (const [device, options] of Object.entries<BrowserContextOptions>({
    desktop: { locale: 'es-ES', viewport: { width: 1280, height: 800 } },
    phone: { locale: 'es-ES', viewport: { width: 360, height: 740 } },
  })) {
    it(`shows the findings of a service that reconciles on a ${device}, and takes a note`, async () => {
      const service = await startTestService({ env: { RECONCILE_MINUTES: '60' } });
      const context = await (await browserOfRun()).newContext(options);
      try {
        const { findingStore } = service;
        // Its own run finds nothing, and comes before.
        await until(async () => (await valueOf(findingStore.summary)).succeededAt !== null);
        const found = {
          id: 'charged_twice:1002',
          rule: 'charged_twice',
          severity: 'error',
          message: 'two charges of 19.99 EUR for one order',
          advice: 'Give the second charge back.',
          since: 1,
        } as const;
        const now = Math.floor(Date.now() / 1000);
        await valueOf(findingStore.keep([found], { from: 0, at: now }));
        const page = await context.newPage();
        await page.goto(`${service.address}/#findings`);
        const row = page.locator('table.findings .row');
        expect(await row.innerText()).to.match(/charged_twice[^]*sin ver[^]*two charges/);
        await row.click();
        const detail = page.locator('.detail');
        await detail.getByLabel('Nota').fill('devuelto por Ana');
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await detail.getByRole('button', { name: 'Visto', exact: true }).click();
        await detail.getByRole('button', { name: 'No visto' }).waitFor();
        expect(await detail.innerText()).to.match(/Nota\s+devuelto por Ana/);
        const root = 'document.documentElement';
        expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)).to.equal(0);
        await detail.getByRole('button', { name: 'No visto' }).click();
        await detail.getByRole('button', { name: 'Visto', exact: true }).waitFor();
      } finally {
        await context.close();
        await service.close();
      }
    });

    it(`shows the doubts of a service on a ${device}`, async () => {
      const service = await startTestService();
      const context = await (await browserOfRun()).newContext(options);
      try {
        const contact = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };
        const made = await service.call('POST', '/api/customers', { body: contact });
        await service.controls.failNext({ on: 'create', with: 'timeout_before' });
        await service.call('POST', '/api/payments', {
          headers: { 'idempotency-key': 'order A-42' },
          body: {
            customer_id: at(made.body, 'data.id'),
            amount: 19.99,
            payment_method: 'pm_card_visa',
            confirm: true,
            metadata: { order: 'A-42' },
          },
        });
        const paid = await service.call('POST', '/api/payments', {
          body: {
            customer_id: at(made.body, 'data.id'),
            amount: 50,
            payment_method: 'pm_card_visa',
            confirm: true,
          },
        });
        for (const [key, amount] of Object.entries({
          text: { amount_decimal: '7.5' },
          cents: { amount: 300 },
        })) {
          await service.controls.failNext({ on: 'refund', with: 'timeout_before' });
          await service.call('POST', '/api/payments/refund', {
            headers: { 'idempotency-key': `refund ${key}` },
            body: { chargeId: at(paid.body, 'data.latest_charge'), ...amount },
          });
        }
        const page = await context.newPage();
        await page.goto(`${service.address}/#doubts`);
        await page.getByRole('link', { name: 'Dudas' }).waitFor();
        const row = page.locator('table.doubts .row').filter({ hasText: 'A-42' });
        expect(await row.innerText()).to.match(/19,99\s€[^]*resultado desconocido[^]*A-42/);
        const shownAmounts = await page.locator('table.doubts td.amount').allInnerTexts();
        expect(shownAmounts.join('\n')).to.match(
          /7\.50[^]*300 unidades mínimas|300 unidades mínimas[^]*7\.50/,
        );
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        const root = 'document.documentElement';
        expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)).to.equal(0);
        await row.click();
        await page.locator('.detail').getByText('createPaymentIntent').first().waitFor();
        expect(await page.locator('.detail').innerText()).to.include('Clave en el procesador');
        expect(await page.locator('.detail').innerText()).to.match(/Importe\s+19,99\s€/);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
      } finally {
        await context.close();
        await service.close();
      }
    });
  }
});

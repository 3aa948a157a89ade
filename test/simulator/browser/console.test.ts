import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startFakeServer } from '../../../src/fake-server.js';
import { accessibilityProblems } from '../../support/browser/accessibility-problems.js';
import { browserOfRun } from '../../support/browser/browser-of-run.js';
import { callAt } from '../../support/http/call.js';
import { useHttpServer } from '../../support/http/use-http-server.js';
import { at } from '../../support/json/at.js';
import { startTestService } from '../../support/service/start-service.js';

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
      await detail.getByText('The bank asks for 3D Secure').waitFor();
      expect(await page.title()).to.equal('Pasarela console');
      expect(await detail.innerText()).to.include(attack);

      await page.getByRole('button', { name: 'Approve 3DS' }).click();
      const paid = detail.locator('li.step', { hasText: 'payment_intent.succeeded' });
      await paid.locator('.delivery', { hasText: '200' }).waitFor();
      const steps = await detail.locator('li.step .line:first-child').allInnerTexts();
      expect(steps.map((text) => text.split('\n')[0])).to.deep.equal([
        'POST /v1/payment_intents',
        'The payment is created',
        'The bank asks for 3D Secure',
        'answer to 3DS, from the console',
        'The card is charged',
        'The payment succeeds',
      ]);
      // The button that was pressed is gone, and people at a keyboard go on from where it was.
      const focused: unknown = await page.evaluate('document.activeElement.className');
      expect(focused).to.equal('detail');

      await page.getByLabel('Amount (EUR)').fill('5');
      // People click twice. The second time the field would have what is left.
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
      await page.getByRole('button', { name: 'Aprobar 3DS' }).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      const width: unknown = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).to.equal(375);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'English' }).click();
      expect(await page.locator('html').getAttribute('lang')).to.equal('en');
      await page.goto(`${page.url().replace(/#.*/, '')}#payments/${id}`);
      await page.reload();
      await page.getByRole('button', { name: 'Approve 3DS' }).waitFor();
    });
  });

  for (const [device, options] of Object.entries<BrowserContextOptions>({
    desktop: { locale: 'es-ES', viewport: { width: 1280, height: 800 } },
    phone: { locale: 'es-ES', viewport: { width: 360, height: 740 } },
  })) {
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
        const row = page.locator('ul.doubts a.row').filter({ hasText: 'A-42' });
        expect(await row.innerText()).to.match(/19,99\s€[^]*resultado desconocido[^]*A-42/);
        const shownAmounts = await page.locator('ul.doubts .amount').allInnerTexts();
        expect(shownAmounts).to.include('7.50');
        expect(shownAmounts).to.include('300 unidades mínimas');
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

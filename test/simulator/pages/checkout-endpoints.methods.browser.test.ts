import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useShop } from '../../sdk/support/use-shop.js';
import { accessibilityProblems } from '../../support/browser/accessibility-problems.js';
import { browserOfRun } from '../../support/browser/browser-of-run.js';

describe('other payment methods on the page of a checkout session in a browser', () => {
  const shop = useShop({ methods: ['card', 'sepa_debit', 'bizum', 'ideal', 'bancontact'] });

  const sell = async (): Promise<{ readonly id: string; readonly url: string }> => {
    const { server, stripe } = shop();
    const { id, url } = await stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: `${server.url}/?paid={CHECKOUT_SESSION_ID}`,
      cancel_url: `${server.url}/?basket`,
      locale: 'es',
      line_items: [
        {
          price_data: { currency: 'eur', unit_amount: 1999, product_data: { name: 'Camiseta' } },
          quantity: 2,
        },
      ],
    });
    return { id, url: url ?? '' };
  };

  /** Opens the page of a new session on a phone. Without scripts, unless the test itself needs one. */
  const visit = async (
    act: (page: Page, id: string) => Promise<void>,
    javaScriptEnabled = false,
  ): Promise<void> => {
    const browser = await browserOfRun();
    const { id, url } = await sell();
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 390, height: 800 },
    });
    try {
      const page = await context.newPage();
      await page.goto(url);
      await page.getByLabel('Correo electrónico').fill('eva@example.com');
      await act(page, id);
    } finally {
      await context.close();
    }
  };
  const pay = (page: Page) => page.getByRole('button', { name: 'Pagar 39,98' }).click();
  const paymentOf = async (id: string) =>
    (await shop().stripe.checkout.sessions.retrieve(id)).payment_status;

  it('shows the fields of the chosen method alone, within a phone', async () => {
    await visit(async (page) => {
      const shown = async (...labels: ReadonlyArray<string>) =>
        Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).isVisible()));
      expect(await shown('Número de tarjeta', 'IBAN')).to.deep.equal([true, false]);
      await page.getByLabel('SEPA', { exact: true }).first().check();
      expect(await shown('Número de tarjeta', 'IBAN')).to.deep.equal([false, true]);
      for (const control of await page.locator('input:visible, button').all()) {
        const { x = 0, width = 0 } = (await control.boundingBox()) ?? {};
        expect(x + width).to.be.at.most(390);
      }
      for (const choice of await page.locator('label.choice').all()) {
        expect((await choice.boundingBox())?.height).to.be.at.least(44);
      }
    });
  });

  it('pays by SEPA direct debit, after a wrong IBAN', async () => {
    await visit(async (page, id) => {
      await page.getByText('SEPA', { exact: true }).first().click();
      await page.getByLabel('IBAN', { exact: true }).fill('DE00');
      await page.getByRole('textbox', { name: 'Nombre y apellidos' }).fill('Eva Gil');
      await pay(page);
      expect(await page.getByRole('alert').innerText()).to.include('Revise este campo: IBAN');
      await page.getByRole('link', { name: 'Revise este campo: IBAN' }).click();
      await page.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 00');
      await pay(page);
      await page.waitForURL(`**/?paid=${id}`);
      expect(await paymentOf(id)).to.equal('unpaid');
    });
  });

  it('pays by Bizum, and follows the approval in the app', async () => {
    await visit(async (page, id) => {
      await page.getByText('Bizum', { exact: true }).first().click();
      await page.getByLabel('Teléfono').fill('+34 600 000 009');
      await pay(page);
      await page.getByRole('heading', { name: 'Apruebe el pago' }).waitFor();
      const opened = page.context().waitForEvent('page');
      await page.getByRole('link', { name: 'Abrir la aplicación simulada de Bizum' }).click();
      const app = await opened;
      await app.getByRole('button', { name: 'Autorizar' }).click();
      await page.waitForURL(`**/?paid=${id}`);
      expect(await paymentOf(id)).to.equal('paid');
    });
  });

  it('pays by iDEAL, after a refusal', async () => {
    await visit(async (page, id) => {
      await page.getByText('iDEAL | Wero', { exact: true }).first().click();
      await pay(page);
      await page.getByRole('button', { name: 'Rechazar' }).click();
      expect(await page.getByRole('alert').innerText()).to.include('no ha aprobado el pago');
      await page.getByLabel('Correo electrónico').fill('eva@example.com');
      await page.getByText('iDEAL | Wero', { exact: true }).first().click();
      await pay(page);
      await page.getByRole('button', { name: 'Autorizar' }).click();
      await page.waitForURL(`**/?paid=${id}`);
      expect(await paymentOf(id)).to.equal('paid');
    });
  });

  it('keeps nobody out', async () => {
    await visit(async (page) => {
      for (const name of ['Tarjeta', 'SEPA', 'Bizum', 'iDEAL | Wero', 'Bancontact']) {
        await page.getByRole('radio', { name }).check();
        expect(await accessibilityProblems(page), name).to.deep.equal([]);
      }
      // It would load itself again during the check.
      const entries = { email: 'eva@example.com', method: 'bizum', bizum_phone: '+34600000009' };
      const waiting = await fetch(page.url(), {
        method: 'POST',
        body: new URLSearchParams(entries),
      });
      await page.setContent(await waiting.text());
      expect(await page.getByRole('heading').innerText()).to.equal('Apruebe el pago');
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    }, true);
  });
});

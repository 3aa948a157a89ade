import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useShop } from '../../sdk/support/use-shop.js';
import { accessibilityProblems } from '../../support/browser/accessibility-problems.js';
import { browserOfRun } from '../../support/browser/browser-of-run.js';

describe('the page of a checkout session in a browser', () => {
  const shop = useShop();

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

  /** Opens a page on a phone without scripts; the address and the requests to other hosts are kept. */
  const visit = async (
    url: string,
    act: (page: Page) => Promise<void>,
    javaScriptEnabled = false,
  ): Promise<ReadonlyArray<string>> => {
    const browser = await browserOfRun();
    const page = await browser.newPage({
      javaScriptEnabled,
      viewport: { width: 375, height: 700 },
    });
    const asked: Array<string> = [];
    page.on('request', (request) => asked.push(request.url()));
    try {
      await page.goto(url);
      await act(page);
    } finally {
      await page.close();
    }
    return asked;
  };

  const fill = async (page: Page, number: string): Promise<void> => {
    await page.getByLabel('Correo electrónico').fill('eva@example.com');
    await page.getByLabel('Número de tarjeta').fill(number);
    await page.getByLabel('Caducidad').fill('12 / 34');
    await page.getByLabel('Código de seguridad').fill('123');
    await page.getByLabel('Titular de la tarjeta').fill('Eva Gil');
    await page.getByRole('button', { name: 'Pagar 39,98' }).click();
  };

  it('takes another card after a decline, by the keyboard alone, and leads to the shop', async () => {
    const { id, url } = await sell();
    const asked = await visit(url, async (page) => {
      await fill(page, '4000000000000002');
      expect(await page.getByRole('alert').innerText()).to.include('rechazado la tarjeta');
      expect(await page.getByLabel('Correo electrónico').inputValue()).to.equal('eva@example.com');
      expect(await page.getByLabel('Número de tarjeta').inputValue()).to.equal('');
      await page.getByLabel('Número de tarjeta').focus();
      await page.keyboard.type('4242424242424242');
      for (const entry of ['12/34', '123', 'Eva Gil']) {
        await page.keyboard.press('Tab');
        await page.keyboard.press('Control+a');
        await page.keyboard.type(entry);
      }
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/?paid=${id}`);
    });
    const { server } = shop();
    expect(asked.filter((address) => !address.startsWith(server.url))).to.deep.equal([]);
    expect(asked.filter((address) => address.includes('4242'))).to.deep.equal([]);
  });

  it('leads through the challenge of the bank', async () => {
    const { id, url } = await sell();
    await visit(url, async (page) => {
      await fill(page, '4000002760003184');
      await page.getByRole('button', { name: 'Rechazar' }).click();
      expect(await page.getByRole('alert').innerText()).to.include('autenticarle');
      await fill(page, '4000002760003184');
      await page.getByRole('button', { name: 'Autorizar' }).click();
      await page.waitForURL(`**/?paid=${id}`);
    });
    expect((await shop().stripe.checkout.sessions.retrieve(id)).payment_status).to.equal('paid');
  });

  it('keeps nobody out, with mistakes and at its end', async () => {
    const { id, url } = await sell();
    const check = async (page: Page): Promise<void> => {
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await fill(page, '4000000000000002');
      await page.getByRole('alert').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(
        await page.evaluate('getComputedStyle(document.body).backgroundColor'),
        'the page in the dark',
      ).to.equal('rgb(14, 17, 24)');
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(url.replace(id, 'cs_test_none'));
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    };
    // The check is a script.
    await visit(url, check, true);
  });

  it('fits a phone, and leads back to the basket', async () => {
    const { url } = await sell();
    await visit(url, async (page) => {
      const box = await page.locator('body').boundingBox();
      const widest = await page.locator('main').boundingBox();
      expect(widest?.width).to.be.at.most(box?.width ?? 0);
      for (const control of await page.locator('input, button').all()) {
        const { x = 0, width = 0, height = 0 } = (await control.boundingBox()) ?? {};
        expect(x + width).to.be.at.most(375);
        expect(height).to.be.at.least(44);
      }
      await page.getByRole('link', { name: 'Volver a la tienda' }).click();
      await page.waitForURL('**/?basket');
    });
  });
});

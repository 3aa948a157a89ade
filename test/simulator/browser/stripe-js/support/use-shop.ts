import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from 'playwright-core';
import { type FakeServer, startFakeServer } from '../../../../../src/fake-server.js';
import type { FakeServerOptions } from '../../../../../src/simulator/fake-server/fake-server-options.js';
import { browserOfRun } from '../../../../support/browser/browser-of-run.js';
import { type Answer, callAt } from '../../../../support/http/call.js';
import { until } from '../../../../support/time/until.js';
import { keyOf } from '../../../support/use-wire.js';

/** A shop with a server of its own, on another origin than the fake server. */
type Shop = {
  readonly server: FakeServer;
  /** Calls the API as the shop's server does, with its secret key. */
  readonly api: (method: string, path: string, form?: string) => Promise<Answer>;
  /** Opens the shop's page with this script. `stripe` is made before it; `body` holds the elements. */
  readonly open: (script: string, body?: string, address?: ShopAddress) => Promise<ShopPage>;
};

/**
 * `release`: the path of the stand-in. `intercepted`: the page does not load it; the test gives it to the page in place of
 * Stripe's. `query`: that of the shop's page. `width`: in pixels, of its window.
 */
type ShopAddress = {
  readonly release?: string;
  readonly intercepted?: boolean;
  readonly query?: string;
  readonly width?: number;
};

/** The publishable key of the shop. */
export const keyOfShop = keyOf('pasarela', 'pk');

type ShopPage = {
  readonly page: Page;
  /** Runs a piece of the shop's script. */
  readonly run: (script: string) => Promise<unknown>;
  /** The events that the script put into `events`, as JSON. */
  readonly events: () => Promise<ReadonlyArray<unknown>>;
  /** The warnings in the console of the page, oldest first. */
  readonly warnings: () => ReadonlyArray<string>;
  /** Waits until an expression of the shop's script is true. */
  readonly happens: (condition: string) => Promise<void>;
};

type Served = { html: string; script: string };

const policy = (server: string): string =>
  `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'self' https://js.stripe.com ${server}; frame-src ${server}; connect-src 'self' ${server}`;

const listenAs = async (served: Served, policyOfPage: string) => {
  const server = createServer((request, response) => {
    const isScript = request.url === '/shop.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.setHeader('content-security-policy', policyOfPage);
    response.end(isScript ? served.script : served.html);
  });
  const listening = new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  await listening;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server listens on a port, not on a pipe
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, close: () => server.close() };
};

const usualBody =
  '<form id="form"><label for="element">Card</label><div id="element"></div></form>';

/**
 * A shop for the tests of a block. After each test it fails the test for errors in the console of its pages. The first page that a
 * test opens is the same in all tests of the block: for a new one Chromium starts a process, which costs as much as half a test.
 */
export const useShop = (options: FakeServerOptions = {}): (() => Shop) => {
  const open: { shop?: Shop; close?: () => Promise<void> } = {};
  const pages: Array<Page> = [];
  const complaints: Array<string> = [];
  let idle: Page | undefined;

  const emptyPage = async (): Promise<Page> => {
    const page = idle ?? (await (await browserOfRun()).newPage());
    idle = undefined;
    pages.push(page);
    return page;
  };

  const leave = async (page: Page): Promise<void> => {
    try {
      await page.goto('about:blank');
      for (const event of ['pageerror', 'console'] as const) page.removeAllListeners(event);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.context().clearCookies();
      idle = page;
    } catch {
      // The page was still on its way to another address.
      await page.close();
    }
  };

  before(async () => {
    const server = await startFakeServer({ seed: 'shop', ...options });
    const call = callAt(server.url);
    const served = { html: '', script: '' };
    const host = await listenAs(served, policy(server.url));
    open.close = async () => {
      host.close();
      await server.close();
    };
    open.shop = {
      server,
      api: (method, path, form) =>
        call(method, path, {
          ...(form === undefined ? {} : { raw: form }),
          headers: {
            authorization: `Bearer ${server.apiKey}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
        }),
      open: async (
        script,
        body = usualBody,
        { release = 'v3/', intercepted = false, query = '', width = 560 } = {},
      ) => {
        const made = intercepted ? '' : `const stripe = Stripe('${keyOfShop}');`;
        served.script = `const events = []; ${made}\n${script}`;
        served.html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
          <link rel="icon" href="data:,">${intercepted ? '' : `<script src="${server.url}/${release}"></script>`}</head>
          <body style="font: 16px system-ui; margin: 24px; max-width: 480px">${body}<script src="/shop.js"></script></body></html>`;
        const page = await emptyPage();
        await page.setViewportSize({ width, height: 720 });
        const warnings: Array<string> = [];
        page.on('pageerror', (error) => complaints.push(error.message));
        page.on('console', (message) => {
          // Chromium reports every response with an error status; the tests look at those themselves.
          if (message.type() === 'warning') warnings.push(message.text());
          if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
            complaints.push(message.text());
          }
        });
        await page.route('https://js.stripe.com/**', async (route) => {
          const { pathname } = new URL(route.request().url());
          await route.fulfill({ response: await route.fetch({ url: `${server.url}${pathname}` }) });
        });
        await page.goto(`${host.url}/checkout${query}`);
        return {
          page,
          run: (piece) => page.evaluate(piece),
          warnings: () => warnings,
          events: () => page.evaluate<Array<unknown>>('JSON.parse(JSON.stringify(events))'),
          happens: (condition) => until(() => page.evaluate<boolean>(`Boolean(${condition})`)),
        };
      },
    };
  });

  afterEach(async () => {
    const [first, ...others] = pages.splice(0);
    for (const page of others) await page.close();
    if (first !== undefined) await leave(first);
    const found = complaints.splice(0);
    if (found.length > 0) throw new Error(`the page complained: ${found.join('; ')}`);
  });

  after(async () => {
    await idle?.close();
    await open.close?.();
  });

  return () => {
    if (open.shop === undefined) throw new Error('the shop is open only inside the tests');
    return open.shop;
  };
};

/** The frame of an element, by the title that it has in Stripe.js. */
export const frameOf = (page: Page, title: string): FrameLocator =>
  page.frameLocator(`iframe[title="${title}"]`);

/** Evaluates an expression in the frame of the page's first element. */
export const inFrame = async (page: Page, expression: string): Promise<unknown> =>
  page
    .frames()
    .find((frame) => frame.url().includes('/elements-inner-'))
    ?.evaluate(expression);

/** Fills in the card element. */
export const fillCard = async (page: Page, number: string): Promise<void> => {
  const frame = frameOf(page, 'Secure card payment input frame');
  await frame.locator('[name=cardnumber]').fill(number);
  await frame.locator('[name=exp-date]').fill('1240');
  await frame.locator('[name=cvc]').fill('123');
  await frame.locator('[name=postal]').fill('28013');
};

/** Fills in the payment element for a card, without an address. */
export const fillPayment = async (page: Page, number: string): Promise<void> => {
  const frame = frameOf(page, 'Secure payment input frame');
  await frame.locator('[name=number]').fill(number);
  await frame.locator('[name=expiry]').fill('12 / 40');
  await frame.locator('[name=cvc]').fill('123');
  const postal = frame.locator('[name=postalCode]');
  if ((await postal.isVisible()) && (await postal.inputValue()) === '') await postal.fill('94107');
};

/** Fills in and submits the page of a checkout session in its frame. */
export const payEmbedded = async (page: Page, number: string): Promise<void> => {
  const frame = page.frameLocator('iframe[name="embedded-checkout"]');
  await frame.getByLabel('Email').fill('eva@example.com');
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry date').fill('12 / 40');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByLabel('Name on the card').fill('Eva Gil');
  await frame.getByRole('button', { name: 'Pay' }).click();
};

/** Answers the challenge of 3D Secure in its frame. */
export const answerChallenge = async (page: Page, answer: 'authorize' | 'fail'): Promise<void> =>
  page
    .frameLocator('iframe[name^="__privateStripeFrame"][title="3D Secure"]')
    .frameLocator('#challengeFrame')
    .locator(`#test-source-${answer}-3ds`)
    .click();

import { expect } from 'chai';
import { at } from '../../support/json/at.js';
import { fillCard, frameOf, inFrame, useShop } from './stripe-js/support/use-shop.js';

const card = `
  const elements = stripe.elements();
  const card = elements.create('card');
  for (const name of ['ready', 'change', 'focus', 'blur', 'escape']) {
    card.on(name, (event) => events.push({ name, ...event }));
  }
  card.mount('#element');
`;

describe('the card element of the stand-in for Stripe.js', () => {
  const shop = useShop();

  it('creates a token from what the customer types, with the name that the shop gives', async () => {
    const { page, run } = await shop().open(card);
    await fillCard(page, '4242424242424242');
    const result = await run("stripe.createToken(card, { name: 'Ana', currency: 'eur' })");
    expect(at(result, 'token.card')).to.include({
      brand: 'Visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2040,
      name: 'Ana',
      address_zip: '28013',
    });
    const token = `/v1/tokens/${String(at(result, 'token.id'))}`;
    expect((await shop().api('GET', token)).status).to.equal(200);
  });

  it('creates a payment method, with the postal code among the billing details', async () => {
    const { page, run } = await shop().open(card);
    await fillCard(page, '5555555555554444');
    const result = await run(
      "stripe.createPaymentMethod({ type: 'card', card, billing_details: { name: 'Ana', address: { city: 'Madrid' } } })",
    );
    expect(at(result, 'paymentMethod.card.brand')).to.equal('mastercard');
    expect(at(result, 'paymentMethod.billing_details')).to.deep.include({ name: 'Ana' });
    expect(at(result, 'paymentMethod.billing_details.address')).to.include({
      city: 'Madrid',
      postal_code: '28013',
    });
  });

  it('makes no other calls for the page that holds it', async () => {
    const { page, run } = await shop().open('');
    const path = './_processor/fixture';
    const asked = run(`new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.title = 'Secure card payment input frame';
      frame.src = '${shop().server.url}/v3/elements-inner-card.html';
      frame.onload = () => {
        const { port1, port2 } = new MessageChannel();
        const setting = { element: 'card', group: 'g', options: {}, appearance: {}, credentials: {} };
        frame.contentWindow.postMessage({ pasarela: setting }, '*', [port2]);
        const call = { method: 'GET', path: '${path}', form: {}, card: 'card' };
        port1.onmessage = ({ data }) => {
          if (data.reply !== undefined) resolve(data.reply);
          else if (data.argument?.complete) port1.postMessage({ id: 1, call: 'send', argument: call });
        };
      };
      document.body.append(frame);
    })`);
    await fillCard(page, '4242424242424242');
    expect(await asked).to.deep.equal({
      error: { type: 'invalid_request_error', message: `${path} takes no card.` },
    });
  });

  it('formats the number in groups, moves on by itself, and knows the brand', async () => {
    const { page } = await shop().open(card);
    const frame = frameOf(page, 'Secure card payment input frame');
    await frame.locator('[name=cardnumber]').click();
    await page.keyboard.type('3782822463100051240123494107');
    const values = ['cardnumber', 'exp-date', 'cvc', 'postal'].map((name) =>
      frame.locator(`[name=${name}]`).inputValue(),
    );
    expect(await Promise.all(values)).to.deep.equal([
      '3782 822463 10005',
      '12 / 40',
      '1234',
      '94107',
    ]);
    expect(await frame.locator('.brand').innerText()).to.match(/^amex$/i);
  });

  it('keeps the caret where the customer types in the middle of a number', async () => {
    const { page } = await shop().open(card);
    const number = frameOf(page, 'Secure card payment input frame').locator('[name=cardnumber]');
    await number.pressSequentially('42424242');
    for (let left = 0; left < 5; left += 1) await number.press('ArrowLeft');
    await number.pressSequentially('11');
    expect(await number.inputValue()).to.equal('4242 1142 42');
    await number.press('Backspace');
    expect(await number.inputValue()).to.equal('4242 1424 2');
  });

  it('takes a pasted number and the dates that browsers fill in', async () => {
    const { page } = await shop().open(card);
    const frame = frameOf(page, 'Secure card payment input frame');
    await frame.locator('[name=cardnumber]').fill('4242-4242-4242-4242');
    await frame.locator('[name=exp-date]').fill('12/2040');
    expect(await frame.locator('[name=cardnumber]').inputValue()).to.equal('4242 4242 4242 4242');
    expect(await frame.locator('[name=exp-date]').inputValue()).to.equal('12 / 40');
    await frame.locator('[name=exp-date]').fill('5/31');
    expect(await frame.locator('[name=exp-date]').inputValue()).to.equal('05 / 31');
  });

  it('tells the shop of focus, brand, completeness and errors, and marks its container', async () => {
    const { page, events, happens } = await shop().open(card);
    const frame = frameOf(page, 'Secure card payment input frame');
    const container = page.locator('#element');
    await happens('events.length === 1');
    expect(await events()).to.deep.equal([{ name: 'ready', elementType: 'card' }]);
    expect(await container.getAttribute('class')).to.equal('StripeElement StripeElement--empty');

    await frame.locator('[name=cardnumber]').pressSequentially('4');
    await happens('events.length === 3');
    expect((await events()).slice(1)).to.deep.equal([
      { name: 'focus', elementType: 'card' },
      {
        name: 'change',
        elementType: 'card',
        brand: 'visa',
        empty: false,
        complete: false,
        value: { postalCode: '' },
      },
    ]);
    expect(await container.getAttribute('class')).to.equal('StripeElement StripeElement--focus');

    await frame.locator('[name=cardnumber]').fill('4242424242424241');
    await happens('events.length === 4');
    expect((await events())[3]).to.deep.include({
      complete: false,
      error: {
        type: 'validation_error',
        code: 'invalid_number',
        message: 'Your card number is invalid.',
      },
    });
    expect(await container.getAttribute('class')).to.include('StripeElement--invalid');
    expect(await frame.locator('[name=cardnumber]').getAttribute('aria-invalid')).to.equal('true');

    await frame.locator('[name=cardnumber]').fill('');
    await fillCard(page, '4242424242424242');
    await happens('events.at(-1).complete === true');
    expect(await container.getAttribute('class')).to.include('StripeElement--complete');
    await frame.locator('[name=postal]').press('Escape');
    await happens("events.at(-1).name === 'escape'");
    await page.mouse.click(2, 600);
    await happens("events.at(-1).name === 'blur'");
    expect(await container.getAttribute('class')).not.to.include('StripeElement--focus');
  });

  const refused: ReadonlyArray<
    readonly [field: string, typed: string, code: string, message: string]
  > = [
    ['cardnumber', '', 'incomplete_number', 'Your card number is incomplete.'],
    ['cardnumber', '4242', 'incomplete_number', 'Your card number is incomplete.'],
    ['exp-date', '12', 'incomplete_expiry', "Your card's expiration date is incomplete."],
    [
      'exp-date',
      '12 / 20',
      'invalid_expiry_year_past',
      "Your card's expiration year is in the past.",
    ],
    ['exp-date', '12 / 99', 'invalid_expiry_year', "Your card's expiration year is invalid."],
    ['cvc', '12', 'incomplete_cvc', "Your card's security code is incomplete."],
    ['postal', '', 'incomplete_zip', 'Your postal code is incomplete.'],
  ];
  it('refuses what is missing, incomplete or in the past, and sends nothing', async () => {
    const { page, run } = await shop().open(card);
    await fillCard(page, '4242424242424242');
    const frame = frameOf(page, 'Secure card payment input frame');
    for (const [field, typed, code, message] of refused) {
      const input = frame.locator(`[name=${field}]`);
      const before = await input.inputValue();
      await input.fill(typed);
      expect(await run('stripe.createToken(card)'), `${field} ${typed}`).to.deep.equal({
        error: { type: 'validation_error', code, message },
      });
      await input.fill(before);
    }
    expect(at(await run('stripe.createToken(card)'), 'token.card.last4')).to.equal('4242');
  });

  it('gives the error of the API for a card that is not a test card', async () => {
    const { page, run } = await shop().open(card);
    await fillCard(page, '4111111111111111');
    const result = await run('stripe.createToken(card)');
    expect(at(result, 'error')).to.include({ type: 'card_error', code: 'card_declined' });
  });

  it('can be focused, cleared, updated, unmounted, mounted again and destroyed', async () => {
    const { page, run, events, happens } = await shop().open(card);
    const frame = frameOf(page, 'Secure card payment input frame');
    await fillCard(page, '4242424242424242');
    await run('card.clear()');
    await happens('events.at(-1).empty === true');
    expect(await frame.locator('[name=cardnumber]').inputValue()).to.equal('');
    await run('card.update({ hidePostalCode: true, disabled: false })');
    await frame.locator('[name=postal]').waitFor({ state: 'hidden' });
    await run('card.focus()');
    await frame.locator('[name=cardnumber]:focus').waitFor();
    await run('card.blur()');
    await happens("events.at(-1).name === 'blur'");
    await page.locator('label').click();
    await frame.locator('[name=cardnumber]:focus').waitFor();
    await run('card.unmount()');
    expect(await page.locator('iframe').count()).to.equal(0);
    await run("card.mount(document.querySelector('#element'))");
    await frame.locator('[name=cardnumber]').waitFor();
    await run('card.destroy()');
    expect(await page.locator('#element').innerHTML()).to.equal('');
    expect(await run("elements.getElement('card')")).to.equal(null);
    expect(await run("card.off('change') === card")).to.equal(true);
    await run("try { card.mount('#element') } catch (error) { events.push(error.message) }");
    expect((await events()).at(-1)).to.equal(
      'This Element has already been destroyed. Please create a new one.',
    );
  });

  it('keeps the card in its frames: the page of the shop cannot read it', async () => {
    const { page, run } = await shop().open(card);
    await fillCard(page, '4242424242424242');
    expect(await page.content()).not.to.include('42424242');
    const read = await run(
      '(() => { try { return frames[0].pasarelaFields.parts() } catch (error) { return error.name } })()',
    );
    expect(read).to.equal('SecurityError');
  });

  it('submits the form of the shop when the customer presses Enter', async () => {
    const { page, happens } = await shop().open(
      `${card} document.forms[0].addEventListener('submit', (event) => { event.preventDefault(); events.push('sent'); });`,
    );
    await frameOf(page, 'Secure card payment input frame').locator('[name=cvc]').press('Enter');
    await happens("events.includes('sent')");
  });

  it('wears the style of the shop', async () => {
    const { page } = await shop().open(`
      stripe.elements().create('card', {
        style: { base: { color: 'rgb(1, 2, 3)', fontSize: '20px' }, invalid: { color: 'rgb(9, 9, 9)' } },
        hideIcon: true,
        value: { postalCode: '94107' },
      }).mount('#element');`);
    const number = frameOf(page, 'Secure card payment input frame').locator('[name=cardnumber]');
    const color = () =>
      inFrame(page, "getComputedStyle(document.querySelector('[name=cardnumber]')).color");
    expect(await color()).to.equal('rgb(1, 2, 3)');
    await number.fill('4242424242424241');
    expect(await color()).to.equal('rgb(9, 9, 9)');
    const frame = frameOf(page, 'Secure card payment input frame');
    expect(await frame.locator('[name=postal]').inputValue()).to.equal('94107');
    expect(await frame.locator('.brand').isVisible()).to.equal(false);
  });
});

describe('the separate card elements', () => {
  const shop = useShop({ rawCardNumbers: false });
  const separate = `
    const elements = stripe.elements();
    const number = elements.create('cardNumber');
    const expiry = elements.create('cardExpiry');
    const cvc = elements.create('cardCvc', { placeholder: 'Code' });
    number.mount('#number'); expiry.mount('#expiry'); cvc.mount('#cvc');
    for (const element of [number, cvc]) element.on('change', (event) => events.push(event));
  `;
  const body = '<div id="number"></div><div id="expiry"></div><div id="cvc"></div>';

  it('are one card, even where the API refuses card numbers from elsewhere', async () => {
    const { page, run, events } = await shop().open(separate, body);
    const cvc = frameOf(page, 'Secure CVC input frame').locator('[name=cvc]');
    await frameOf(page, 'Secure card number input frame')
      .locator('[name=cardnumber]')
      .fill('378282246310005');
    await frameOf(page, 'Secure expiration date input frame')
      .locator('[name=exp-date]')
      .fill('1240');
    expect(await cvc.getAttribute('placeholder')).to.equal('Code');
    await cvc.fill('123');
    const short = await run('stripe.createToken(number)');
    expect(at(short, 'error.code')).to.equal('incomplete_cvc');
    await cvc.fill('12345');
    expect(await cvc.inputValue(), 'American Express has four digits').to.equal('1234');
    const result = await run("stripe.createPaymentMethod({ type: 'card', card: number })");
    expect(at(result, 'paymentMethod.card')).to.include({ brand: 'amex', last4: '0005' });
    expect((await events())[0]).to.deep.equal({
      elementType: 'cardNumber',
      empty: false,
      complete: true,
      brand: 'amex',
    });
  });
});

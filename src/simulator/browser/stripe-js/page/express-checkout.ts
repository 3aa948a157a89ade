import type { ErrorFields } from '../shared/api.js';
import {
  type ButtonsFrameCalls,
  type ButtonsPageCalls,
  type ExpressLine,
  type ExpressRate,
  type ExpressType,
  expressTypes,
  type SheetChange,
  type SheetChoice,
  type SheetContents,
} from '../shared/express-calls.js';
import { type Fields, fieldsOf, isFields, textIn } from '../shared/json.js';
import type { Peer } from '../shared/peer.js';
import type { Client } from './client.js';
import type { ShopElement } from './element.js';
import type { DueAmount, PaymentSource } from './element-wallet.js';
import { createEmitter } from './emitter.js';
import { findTarget } from './find-target.js';
import { IntegrationError } from './integration-error.js';
import { warnOfUnknownOptions } from './known-options.js';
import { createFrame, setStyles } from './open-frame.js';
import { openSheet, type Sheet } from './wallet-sheet.js';

/** The functions of the express checkout element for the stand-in itself. */
export type ExpressHandle = {
  readonly element: ShopElement;
  readonly isMounted: () => boolean;
  /** The payment that a customer has authorized in a wallet; `null`: none. */
  readonly confirming: () => (PaymentSource & { readonly type: ExpressType }) | null;
  readonly speak: (locale: string | undefined) => Promise<void>;
};

type Made = {
  readonly client: Client;
  /** The options of the group: its appearance, its amount. */
  readonly group: () => Fields;
  readonly occasion: () => Fields;
  readonly locale: () => string | undefined;
  /** The amount and the currency to pay, and why they are not known. */
  readonly loading: () => Promise<{ readonly error: ErrorFields | null } & DueAmount>;
  readonly onDestroy: () => void;
};

const isNumber = (value: unknown): value is number => typeof value === 'number';

const itemsOf = (value: unknown): ReadonlyArray<Fields> =>
  Array.isArray(value) ? value.filter(isFields) : [];

const linesOf = (value: unknown): ReadonlyArray<ExpressLine> =>
  itemsOf(value).map(({ name, amount }) => ({
    name: String(name),
    amount: isNumber(amount) ? amount : 0,
  }));

const ratesOf = (value: unknown): ReadonlyArray<ExpressRate> =>
  itemsOf(value).map(({ id, displayName, amount }) => ({
    id: String(id),
    displayName: String(displayName),
    amount: isNumber(amount) ? amount : 0,
  }));

const countriesOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.map(String) : [];

// https://docs.stripe.com/js/elements_object/express_checkout_element_click_event
const answerWithin = 1000;

const lateText =
  'The resolve function of the click event of the Express Checkout Element must be called within 1 second.';

/** Whether each way to pay has a button; `undefined`: none has. */
const availability = (
  types: ReadonlyArray<ExpressType>,
): { readonly [name: string]: boolean } | undefined => {
  if (types.length === 0) return undefined;
  const buttons = Object.entries(expressTypes).map(
    ([type, name]) => [name, types.some((one) => one === type)] as const,
  );
  return { amazonPay: false, ...Object.fromEntries(buttons) };
};

const nothing = (): void => undefined;

/** The express checkout element: buttons of wallets. A sheet of the stand-in plays the wallet. */
export const createExpressCheckout = (given: Fields, made: Made): ExpressHandle => {
  const { client } = made;
  const elementType = 'expressCheckout';
  let options = given;
  let holder: HTMLElement | null = null;
  let frame: Promise<Peer<ButtonsFrameCalls>> | null = null;
  let sheet: Sheet | null = null;
  let authorized: ExpressType | null = null;
  let money: DueAmount = { amount: null, currency: null };

  const close = (): void => {
    sheet?.close();
    sheet = null;
    authorized = null;
  };

  const contentsOf = (details: Fields): SheetContents => {
    const { amount, currency } = made.group();
    const total = isNumber(amount) ? amount : money.amount;
    const lineItems = linesOf(details['lineItems']);
    const sum = lineItems.reduce((before, line) => before + line.amount, 0);
    if (total !== null && total < sum) {
      throw new IntegrationError(
        `The amount ${total} is less than the total amount of the line items provided.`,
      );
    }
    return {
      amount: total,
      currency: textIn(currency) ?? money.currency,
      lineItems,
      shippingRates: ratesOf(details['shippingRates']),
    };
  };

  /** Emits an event that the shop answers; without a handler, nothing changes. */
  const ask = (event: string, detail: Fields, before: SheetContents): Promise<SheetChange> =>
    new Promise((resolve) => {
      if (!emitter.listens(event)) {
        resolve(before);
        return;
      }
      emitter.emit(event, {
        ...detail,
        resolve: (changes?: unknown) => {
          const { lineItems = before.lineItems, shippingRates = before.shippingRates } =
            fieldsOf(changes);
          resolve(contentsOf({ lineItems, shippingRates }));
        },
        reject: () => resolve(null),
      });
    });

  const confirm = (type: ExpressType, choice: SheetChoice, details: Fields): void => {
    const { name, email, phone, address, shippingRate } = choice;
    authorized = type;
    emitter.emit('confirm', {
      elementType,
      expressPaymentType: type,
      billingDetails: {
        name,
        address,
        ...(details['emailRequired'] === true ? { email } : {}),
        ...(details['phoneNumberRequired'] === true ? { phone } : {}),
      },
      ...(details['shippingAddressRequired'] === true
        ? { shippingAddress: { name, address } }
        : {}),
      ...(shippingRate === null ? {} : { shippingRate }),
      paymentFailed: (payload?: unknown) => {
        authorized = null;
        sheet?.fail(textIn(fieldsOf(payload)['message']) ?? null);
      },
    });
  };

  const open = (type: ExpressType, details: Fields): void => {
    close();
    let contents = contentsOf(details);
    const remember = (change: SheetChange): SheetChange => {
      contents = change ?? contents;
      return change;
    };
    sheet = openSheet(
      client,
      {
        ...contents,
        type,
        business: textIn(fieldsOf(details['business'])['name']) ?? window.location.hostname,
        asksForShipping: details['shippingAddressRequired'] === true,
        countries: countriesOf(details['allowedShippingCountries']),
      },
      made.locale(),
      {
        addressChosen: async ({ name, address }) => {
          const { city, state, postal_code, country } = address;
          const partial = { city, state, postal_code, country };
          return remember(await ask('shippingaddresschange', { name, address: partial }, contents));
        },
        rateChosen: async (shippingRate) =>
          remember(await ask('shippingratechange', { shippingRate }, contents)),
        pay: (choice) => confirm(type, choice, details),
        cancel: () => {
          close();
          emitter.emit('cancel', { elementType });
        },
      },
    );
  };

  const click = (type: ExpressType): void => {
    if (!emitter.listens('click')) {
      open(type, options);
      return;
    }
    let answered = false;
    const late = setTimeout(() => {
      if (!answered) reportError(new IntegrationError(lateText));
      answered = true;
    }, answerWithin);
    const answer = (act: () => void): void => {
      clearTimeout(late);
      if (!answered) act();
      answered = true;
    };
    emitter.emit('click', {
      elementType,
      expressPaymentType: type,
      resolve: (details?: unknown) =>
        answer(() => open(type, { ...options, ...fieldsOf(details) })),
      reject: () => answer(() => undefined),
    });
  };

  const unmount = (): void => {
    close();
    holder?.remove();
    holder = null;
    frame = null;
  };

  const mount = (where: unknown): void => {
    const target = findTarget(where);
    unmount();
    const place = document.createElement('div');
    holder = place;
    const own: ButtonsPageCalls = {
      ready: (types) => {
        void made.loading().then(({ error, ...loaded }) => {
          if (holder !== place) return;
          money = loaded;
          if (error !== null) {
            emitter.emit('loaderror', { elementType, error });
            return;
          }
          const availablePaymentMethods = availability(types);
          emitter.emit('ready', { elementType, availablePaymentMethods });
          emitter.emit('availablepaymentmethodschange', {
            elementType,
            paymentMethods:
              availablePaymentMethods === undefined
                ? undefined
                : Object.fromEntries(
                    Object.entries(availablePaymentMethods).map(([name, available]) => [
                      name,
                      { available },
                    ]),
                  ),
          });
        });
      },
      clicked: click,
      resized: (height) => setStyles(iframe, { height: `${height}px` }),
    };
    const { iframe, peer } = createFrame<ButtonsFrameCalls>(
      {
        origin: client.origin,
        page: 'elements-inner-express-checkout',
        title: 'Secure express checkout frame',
        setting: {
          element: 'expressCheckout',
          group: '',
          options: fieldsOf(JSON.parse(JSON.stringify(options))),
          appearance: {},
          locale: made.locale(),
          occasion: made.occasion(),
          credentials: client.credentials,
        },
      },
      own,
    );
    setStyles(iframe, { height: '52px', margin: '-4px', width: 'calc(100% + 8px)' });
    place.append(iframe);
    target.replaceChildren(place);
    frame = peer;
  };

  const element: ShopElement = {
    on: (event, handler) => emitter.on(event, handler),
    once: (event, handler) => emitter.once(event, handler),
    off: (event, handler) => emitter.off(event, handler),
    mount,
    unmount,
    destroy: () => {
      unmount();
      made.onDestroy();
    },
    update: (changes) => {
      warnOfUnknownOptions('update()', elementType, fieldsOf(changes));
      options = { ...options, ...fieldsOf(changes) };
      const sent = fieldsOf(JSON.parse(JSON.stringify(fieldsOf(changes))));
      void frame?.then((peer) => peer.call('update', sent));
      return element;
    },
    focus: nothing,
    blur: nothing,
    clear: nothing,
    collapse: () => element,
    getValue: () => Promise.resolve({}),
  };
  const emitter = createEmitter(() => element);

  return {
    element,
    isMounted: () => holder !== null,
    speak: async (locale) => {
      await (await frame)?.call('speak', locale);
    },
    confirming: () => {
      const shown = sheet;
      if (shown === null || authorized === null) return null;
      return {
        type: authorized,
        options: () => ({}),
        validate: () => Promise.resolve(null),
        send: async (call) => {
          const outcome = await shown.send(call);
          close();
          return outcome;
        },
      };
    },
  };
};

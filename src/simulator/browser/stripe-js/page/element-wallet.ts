import type { ErrorFields } from '../shared/api.js';
import type { ExpressType } from '../shared/express-calls.js';
import { type Fields, fieldsOf, textIn } from '../shared/json.js';
import type { Client } from './client.js';
import type { ElementHandle } from './element.js';
import { openSheet, type Sheet } from './wallet-sheet.js';

/** The element whose payment details a call takes. */
export type PaymentSource = Pick<ElementHandle, 'options' | 'send' | 'validate'>;

/** An amount to pay and its currency, as far as they are known. */
export type DueAmount = { readonly amount: number | null; readonly currency: string | null };

const businessOf = (options: Fields): string =>
  textIn(fieldsOf(options['business'])['name']) ?? window.location.hostname;

type Made = {
  readonly client: Client;
  readonly payment: () => ElementHandle | undefined;
  readonly locale: () => string | undefined;
  readonly money: () => Promise<{ readonly error: ErrorFields | null } & DueAmount>;
};

type ElementWallet = {
  /** The wallet that the customer has chosen in the payment element; `null`: none. */
  readonly chosen: () => PaymentSource | null;
  /** Opens the sheet, and resolves when the customer has authorized the payment, or to why it cannot open. */
  readonly authorize: () => Promise<ErrorFields | null>;
  readonly close: () => void;
};

const walletTypes: ReadonlyArray<string> = ['apple_pay', 'google_pay'];
const isWallet = (type: string): type is ExpressType => walletTypes.includes(type);

/**
 * The wallets among the tabs of the payment element. The sheet opens when the shop submits, or else when it confirms. A customer who
 * cancels it leaves the call pending, as in Stripe.js: https://github.com/joshnuss/svelte-stripe/issues/112
 */
export const createElementWallet = ({ client, payment, locale, money }: Made): ElementWallet => {
  let sheet: Sheet | null = null;
  let authorized = false;

  const close = (): void => {
    sheet?.close();
    sheet = null;
    authorized = false;
  };

  const authorize = async (): Promise<ErrorFields | null> => {
    close();
    const element = payment();
    const type = element?.selected() ?? '';
    const { error, amount, currency } = await money();
    if (error !== null || element === undefined || !isWallet(type)) return error;
    const contents = { amount, currency, lineItems: [], shippingRates: [] };
    await new Promise<void>((resolve) => {
      sheet = openSheet(
        client,
        {
          ...contents,
          type,
          business: businessOf(element.options()),
          asksForShipping: false,
          countries: [],
        },
        locale(),
        {
          addressChosen: () => Promise.resolve(contents),
          rateChosen: () => Promise.resolve(contents),
          pay: () => {
            authorized = true;
            sheet?.hide();
            resolve();
          },
          cancel: close,
        },
      );
    });
    return null;
  };

  return {
    chosen: () => {
      const element = payment();
      if (element?.isMounted() !== true || !isWallet(element.selected())) return null;
      return {
        options: element.options,
        validate: () => (authorized ? Promise.resolve(null) : authorize()),
        send: async (call) => {
          const outcome = await (sheet ?? element).send(call);
          close();
          return outcome;
        },
      };
    },
    authorize,
    close,
  };
};

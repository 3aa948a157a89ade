import * as E from 'fp-ts/lib/Either.js';
import type { Control } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { methodSetting, offeredFor } from './offered-methods.js';

/** The payment methods that Elements show, as Stripe.js asks the API for them. */
export type ElementsSession = {
  readonly payment_method_types: ReadonlyArray<string>;
  /** Whether the payment method is saved for later payments. */
  readonly saves_method: boolean;
  /** The wallets for cards that the account has switched on. */
  readonly wallets: ReadonlyArray<string>;
};

type Params = {
  /** Of an intent, which decides alone; absent: the intent is made later, and these are the options of the Elements. */
  readonly client_secret?: string;
  readonly mode?: string;
  readonly currency?: string;
  readonly setup_future_usage?: string;
  readonly capture_method?: string;
  readonly payment_method_types?: ReadonlyArray<string>;
  readonly allowed_payment_method_types?: ReadonlyArray<string>;
  readonly excluded_payment_method_types?: ReadonlyArray<string>;
};

type Shown = Pick<ElementsSession, 'payment_method_types' | 'saves_method'>;

const ofIntent = ({ state }: RequestContext, secret: string): Shown => {
  const [id = ''] = secret.split('_secret_');
  const intent = state.intents.get(id) ?? state.setupIntents.get(id);
  if (intent?.client_secret !== secret) return { payment_method_types: [], saves_method: false };
  return {
    payment_method_types: intent.payment_method_types,
    saves_method: intent.object === 'setup_intent' || intent.setup_future_usage !== null,
  };
};

const ofOptions = (context: RequestContext, params: Params): Shown => {
  const {
    mode,
    currency = '',
    setup_future_usage: usage = '',
    payment_method_types: listed = [],
    allowed_payment_method_types: allowed = [],
    excluded_payment_method_types: excluded = [],
  } = params;
  const saves_method = mode === 'setup' || usage !== '';
  if (listed.length > 0) return { payment_method_types: listed, saves_method };
  const offered: ReadonlyArray<string> = offeredFor(context, {
    // Elements that know no intent need not know its amount.
    amount: null,
    currency: currency === '' ? null : currency,
    manualCapture: params.capture_method === 'manual',
    setup: saves_method,
    redirects: true,
  });
  return {
    payment_method_types: offered.filter(
      (type) => (allowed.length === 0 || allowed.includes(type)) && !excluded.includes(type),
    ),
    saves_method,
  };
};

/** Decides which payment methods Elements show: those of their intent, or those that fit their options. */
export const showElementsSession: Control<Params, ElementsSession> = {
  name: 'showElementsSession',
  run: (context) => (params) =>
    E.right({
      ...(params.client_secret === undefined
        ? ofOptions(context, params)
        : ofIntent(context, params.client_secret)),
      wallets: ['apple_pay', 'google_pay'].filter(
        (wallet) => methodSetting(context, wallet).value === 'on',
      ),
    }),
};

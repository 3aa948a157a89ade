import { queryOf } from '../shared/api.js';
import type { FrameSetting } from '../shared/frame-calls.js';
import { fieldsOf } from '../shared/json.js';

/** The payment methods to show: the types of the intent or of the options, and the wallets of the account. */
export type ShownMethods = {
  readonly types: ReadonlyArray<string>;
  readonly wallets: ReadonlyArray<string>;
  /** Whether the payment method is saved for later payments. */
  readonly savesMethod: boolean;
};

const textsIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Asks the server which payment methods to show. Without an answer, cards. */
export const fetchShownMethods = async ({
  credentials,
  occasion = {},
}: Pick<FrameSetting, 'credentials' | 'occasion'>): Promise<ShownMethods> => {
  try {
    const query = queryOf({ ...occasion, ...credentials });
    const session = fieldsOf(await (await fetch(`/v3/elements-session?${query}`)).json());
    const types = textsIn(session['payment_method_types']);
    return {
      types: types.length === 0 ? ['card'] : types,
      wallets: textsIn(session['wallets']),
      savesMethod: session['saves_method'] === true,
    };
  } catch {
    return { types: ['card'], wallets: [], savesMethod: false };
  }
};

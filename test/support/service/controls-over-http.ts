import type { PlannedFailure } from '../../../src/simulator/engine/kernel/planned-failures.js';
import { callAt } from '../http/call.js';
import { textAt } from '../json/at.js';

type Plan = {
  readonly on: string;
  readonly with: PlannedFailure;
  readonly times?: number;
};

/** Controls that every simulated processor has. Each rejects if the processor refuses it. */
export type ControlsOverHttp = {
  readonly challenge: (id: string, outcome: 'approve' | 'refuse') => Promise<void>;
  /** The customer pays on the page of a checkout session. */
  readonly completeCheckout: (id: string) => Promise<void>;
  /** Returns a token of the page: the customer chose this payment method. Default: `pm_card_visa`. */
  readonly confirmationToken: (payment_method?: string) => Promise<string>;
  /** Eight days pass, and the balance is paid out. Returns the id of the payout. */
  readonly payOut: () => Promise<string>;
  readonly failNext: (plan: Plan) => Promise<void>;
};

/** Controls the processor at an address. */
export const controlsOverHttp = (address: string, apiKey: string | undefined): ControlsOverHttp => {
  const call = callAt(address);
  const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const tell = async (name: string, body: object): Promise<unknown> => {
    const {
      status,
      text,
      body: answer,
    } = await call('POST', `/_processor/${name}`, { body, headers });
    if (status !== 200) throw new Error(`${name} was refused with ${status}: ${text}`);
    return answer;
  };
  return {
    challenge: async (id, outcome) => void (await tell('challenge', { id, outcome })),
    completeCheckout: async (id) => void (await tell('complete-checkout', { id })),
    confirmationToken: async (payment_method = 'pm_card_visa') =>
      textAt(await tell('confirmation-token', { payment_method }), 'data.id'),
    payOut: async () => {
      await tell('clock', { advance: 8 * 86_400 });
      return textAt(await tell('pay-out', {}), 'data.payouts.0.id');
    },
    failNext: async (plan) => void (await tell('fail-next', plan)),
  };
};

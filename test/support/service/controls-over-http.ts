import type { PlannedFailure } from '../../../src/simulator/engine/kernel/planned-failures.js';
import { callAt } from '../http/call.js';

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
  readonly failNext: (plan: Plan) => Promise<void>;
};

/** Controls the processor at an address. */
export const controlsOverHttp = (address: string, apiKey: string | undefined): ControlsOverHttp => {
  const call = callAt(address);
  const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const tell = async (name: string, body: object): Promise<void> => {
    const { status, text } = await call('POST', `/_processor/${name}`, { body, headers });
    if (status !== 200) throw new Error(`${name} was refused with ${status}: ${text}`);
  };
  return {
    challenge: (id, outcome) => tell('challenge', { id, outcome }),
    completeCheckout: (id) => tell('complete-checkout', { id }),
    failNext: (plan) => tell('fail-next', plan),
  };
};

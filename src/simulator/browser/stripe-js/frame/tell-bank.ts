import type { FrameSetting } from '../shared/frame-calls.js';

/** Gives the customer's answer to the server, which plays the bank. If the server is gone, nothing happens. */
export const tellBank = async (
  intent: string,
  outcome: string,
  setting: Pick<FrameSetting, 'credentials'>,
): Promise<void> => {
  const { key, _stripe_account: account } = setting.credentials;
  await fetch('/_processor/challenge', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${String(key)}`,
      'content-type': 'application/json',
      ...(typeof account === 'string' ? { 'stripe-account': account } : {}),
    },
    body: JSON.stringify({ id: intent, outcome }),
  }).catch(() => undefined);
};

import type { Account } from '../account.js';
import type { Sender } from './sender.js';
import { createWebhooks, type Webhooks } from './webhooks.js';
import type { WebhooksOptions } from './webhooks-options.js';

/** The webhooks of every account of a server. */
export type AccountWebhooks = {
  /** Those of an account, whose events are sent from the first time that this is asked. */
  readonly of: (account: Account) => Webhooks;
  /** Sends nothing more. */
  readonly close: () => void;
};

/** No account yet. */
export const createAccountWebhooks = (
  sender: Sender,
  options: WebhooksOptions,
): AccountWebhooks => {
  const known = new Map<Account, Webhooks>();
  return {
    of: (account) => {
      const webhooks = known.get(account) ?? createWebhooks(account.engine, sender, options);
      known.set(account, webhooks);
      return webhooks;
    },
    close: () => {
      for (const webhooks of known.values()) webhooks.close();
      sender.close();
    },
  };
};

import { checkedOptions } from '../../application/checked-input.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import { frameworkOf, type TestFramework } from '../test-framework.js';
import { clausesOf } from './clauses.js';
import { answering } from './keys/answering.js';
import { claimingKeys } from './keys/claiming-keys.js';
import { clockSteps } from './keys/clock-steps.js';
import { forgetting } from './keys/forgetting.js';
import { forgettingRefusals } from './keys/forgetting-refusals.js';
import { formerScopes } from './keys/former-scopes.js';
import { type KeyArea, keyStoreDriver } from './keys/key-store-driver.js';
import { knowingWhose } from './keys/knowing-whose.js';
import { leasing } from './keys/leasing.js';
import { lookingUp } from './keys/looking-up.js';
import { purgingKeys } from './keys/purging-keys.js';
import { refusingOthers } from './keys/refusing-others.js';
import { releasing } from './keys/releasing.js';
import { settling } from './keys/settling.js';
import { unknownSecrets } from './keys/unknown-secrets.js';
import { type OpenStore, openStore, useStore } from './use-store.js';

/**
 * Defines the tests that every `IdempotencyStore` must pass.
 *
 * @param name the name of the store, used in the title of the suite
 * @param opening opens an empty store and another instance of it, and closes them
 * @param framework as for `describePaymentProcessor`
 */
export const describeIdempotencyStore = (
  name: string,
  opening: OpenStore<IdempotencyStore>,
  framework?: TestFramework,
): void => {
  const used = frameworkOf('describeIdempotencyStore', framework);
  const checked = checkedOptions(
    'describeIdempotencyStore',
    openStore<IdempotencyStore>(),
    opening,
  );
  const { describe, it } = used;
  describe(`idempotency store: ${name}`, () => {
    const { store, openAnother } = useStore(checked, used);
    const area: Omit<KeyArea, 'it'> = { driver: keyStoreDriver(store), store, openAnother };
    const inArea = (title: string, define: (area: KeyArea) => void): void => {
      describe(title, () => define({ ...area, it: clausesOf(it, title) }));
    };
    inArea('claim', claimingKeys);
    inArea('answer', answering);
    inArea('former scopes', formerScopes);
    inArea('another request with the same key', refusingOthers);
    inArea('lease', leasing);
    inArea('release', releasing);
    inArea('expiry a day after the answer', forgetting);
    inArea('refusals and forgetRefusal', forgettingRefusals);
    inArea('purge', purgingKeys);
    inArea('several secrets', unknownSecrets);
    inArea('clock steps', clockSteps);
    inArea('unsettled keys and settle', settling);
    inArea('whose keys these are', knowingWhose);
    inArea('summaries and look-ups', lookingUp);
  });
};

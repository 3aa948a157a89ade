import { checkedOptions } from '../../application/checked-input.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import { globalFramework, type TestFramework } from '../test-framework.js';
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
  framework: TestFramework = globalFramework(),
): void => {
  const checked = checkedOptions(
    'describeIdempotencyStore',
    openStore<IdempotencyStore>(),
    opening,
  );
  const { describe, it } = framework;
  describe(`idempotency store: ${name}`, () => {
    const { store, openAnother } = useStore(checked, framework);
    const area: KeyArea = { it, driver: keyStoreDriver(store), store, openAnother };
    describe('claim', () => claimingKeys(area));
    describe('answer', () => answering(area));
    describe('former scopes', () => formerScopes(area));
    describe('another request with the same key', () => refusingOthers(area));
    describe('lease', () => leasing(area));
    describe('release', () => releasing(area));
    describe('expiry a day after the answer', () => forgetting(area));
    describe('refusals and forgetRefusal', () => forgettingRefusals(area));
    describe('purge', () => purgingKeys(area));
    describe('several secrets', () => unknownSecrets(area));
    describe('clock steps', () => clockSteps(area));
    describe('unsettled keys and settle', () => settling(area));
    describe('whose keys these are', () => knowingWhose(area));
    describe('summaries and look-ups', () => lookingUp(area));
  });
};

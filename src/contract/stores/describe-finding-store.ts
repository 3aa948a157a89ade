import { strict as assert } from 'node:assert';
import type { FindingStore, WatchedFinding } from '../../application/ports/finding-store.js';
import { frameworkOf, type TestFramework } from '../test-framework.js';
import { valueOf } from './store-assertions.js';
import { type OpenStore, useStore } from './use-store.js';

const now = 1_760_000_000;
const hour = 3600;

const twice: WatchedFinding = {
  id: 'charged_twice:1001',
  rule: 'charged_twice',
  severity: 'error',
  message: 'two charges',
  advice: 'Give one back.',
  since: now,
};
const missed: WatchedFinding = { ...twice, id: 'missed_webhook:pi_1', rule: 'missed_webhook' };

/** Defines the tests that every `FindingStore` must pass. */
export const describeFindingStore = (
  name: string,
  opening: OpenStore<FindingStore>,
  framework?: TestFramework,
): void => {
  const used = frameworkOf('describeFindingStore', framework);
  const { describe, it } = used;
  describe(`finding store: ${name}`, () => {
    const { store, openAnother } = useStore(opening, used);
    const keep = (
      findings: ReadonlyArray<WatchedFinding>,
      at = now,
      from = now - hour,
    ): Promise<ReadonlyArray<string>> => valueOf(store().keep(findings, { from, at }));
    const take = (owner: string, at: number): Promise<boolean> =>
      valueOf(store().takeRun({ owner, seconds: 60, longest: hour }, at));
    const ids = async (): Promise<ReadonlyArray<string>> =>
      (await valueOf(store().list(10))).map(({ id }) => id);

    it('gives a run to one instance, and to another one after its time', async () => {
      const another = await openAnother(store());
      assert.equal(await take('one', now), true);
      assert.equal(
        await valueOf(another.takeRun({ owner: 'other', seconds: 60, longest: hour }, now + 59)),
        false,
      );
      assert.equal(
        await valueOf(another.takeRun({ owner: 'other', seconds: 60, longest: hour }, now + 60)),
        true,
      );
      assert.equal(await valueOf(store().holdRun('one', 60, now + 61)), false);
    });

    it('gives a run to exactly one of several instances at once', async () => {
      const another = await openAnother(store());
      const run = { seconds: 60, longest: hour };
      const taken = await Promise.all([
        valueOf(store().takeRun({ owner: 'one', ...run }, now)),
        valueOf(another.takeRun({ owner: 'other', ...run }, now)),
      ]);
      assert.deepEqual(taken.toSorted(), [false, true]);
    });

    it('keeps a run for its owner, who says when the next one is due', async () => {
      await take('one', now);
      assert.equal(await valueOf(store().holdRun('one', 60, now + 50)), true);
      assert.equal(await take('other', now + 100), false);
      assert.equal(await valueOf(store().holdRun('one', hour, now + 100)), true);
      assert.equal(await take('one', now + 99 + hour), false);
      assert.equal(await take('other', now + 100 + hour), true);
    });

    it('does not wait for a run that a clock which was ahead has taken', async () => {
      await take('one', now + 2 * hour);
      assert.equal(await take('other', now), true);
    });

    it('says which findings are new', async () => {
      assert.deepEqual(await keep([twice]), [twice.id]);
      assert.deepEqual(await keep([twice, missed], now + hour), [missed.id]);
      assert.deepEqual(await keep([missed, twice], now + 2 * hour), []);
    });

    it('keeps when a finding was first found, and its latest text', async () => {
      await keep([twice]);
      await keep([{ ...twice, message: 'three charges' }], now + hour);
      assert.deepEqual(await valueOf(store().list(10)), [
        { ...twice, message: 'three charges', found_at: now, seen_at: null, note: '' },
      ]);
    });

    it('forgets a finding that is not found again', async () => {
      await keep([twice, missed]);
      await keep([missed], now + hour);
      assert.deepEqual(await ids(), [missed.id]);
      assert.deepEqual(await keep([twice, missed], now + 2 * hour), [twice.id]);
    });

    it('forgets one of unknown age that is not found again', async () => {
      await keep([{ ...twice, since: null }]);
      await keep([], now + hour);
      assert.deepEqual(await ids(), []);
    });

    it('keeps a finding that is older than the time of a run until somebody has seen it', async () => {
      await keep([twice]);
      await keep([], now + 2 * hour, now + 1);
      assert.deepEqual(await ids(), [twice.id]);
      await valueOf(store().mark(twice.id, { seenAt: now, note: '' }));
      await keep([], now + 3 * hour, now + 1);
      assert.deepEqual(await ids(), []);
    });

    it('marks a finding as seen, with a note, which later runs leave', async () => {
      await keep([twice]);
      const note = 'Ana has called the customer';
      assert.equal(await valueOf(store().mark(twice.id, { seenAt: now + 5, note })), true);
      await keep([twice], now + hour);
      assert.deepEqual(await valueOf(store().list(10)), [
        { ...twice, found_at: now, seen_at: now + 5, note },
      ]);
      assert.equal(await valueOf(store().mark(twice.id, { seenAt: null, note: '' })), true);
      assert.deepEqual(await valueOf(store().list(10)), [
        { ...twice, found_at: now, seen_at: null, note: '' },
      ]);
    });

    it('marks no finding that it does not have', async () => {
      assert.equal(await valueOf(store().mark('no', { seenAt: now, note: '' })), false);
    });

    it('lists what nobody has seen first, then the newest, up to a limit', async () => {
      await keep([twice]);
      await keep([twice, missed, { ...missed, id: 'missed_webhook:pi_2' }], now + hour);
      await valueOf(store().mark(missed.id, { seenAt: now, note: '' }));
      assert.deepEqual(await ids(), ['missed_webhook:pi_2', twice.id, missed.id]);
      assert.equal((await valueOf(store().list(2))).length, 2);
    });

    it('sums up findings by rule, and says when runs ended', async () => {
      assert.deepEqual(await valueOf(store().summary), {
        succeededAt: null,
        failedAt: null,
        findings: [],
      });
      await keep([twice, missed, { ...missed, id: 'missed_webhook:pi_2' }]);
      await valueOf(store().mark(missed.id, { seenAt: now, note: '' }));
      await valueOf(store().noteFailure(now + 7));
      const { findings, ...ends } = await valueOf(store().summary);
      assert.deepEqual(ends, { succeededAt: now, failedAt: now + 7 });
      assert.deepEqual(
        findings.map(({ rule, seen, count }) => `${rule} ${seen} ${count}`).toSorted(),
        ['charged_twice false 1', 'missed_webhook false 1', 'missed_webhook true 1'],
      );
    });

    it('takes a text with a zero character', async () => {
      assert.deepEqual(await keep([{ ...twice, message: 'a\0b' }]), [twice.id]);
    });
  });
};

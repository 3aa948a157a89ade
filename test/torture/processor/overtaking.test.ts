import { expect } from 'chai';
import { createJournal } from '../../../src/torture/journal/journal.js';
import type { IncidentOf } from '../../../src/torture/plan/incident.js';
import { createIncidentBook } from '../../../src/torture/processor/incident-book.js';
import { createOvertaking } from '../../../src/torture/processor/overtaking.js';
import { until } from '../../support/time/until.js';

type Overtaken = Omit<IncidentOf<'overtaken'>, 'id' | 'kind' | 'call'>;

const place = (nth = 1) => ({
  order: 7,
  call: nth,
  to: 'POST /v1/payment_intents',
  nth,
  tries: 1,
});

const answered = {
  kind: 'answered' as const,
  attempt: 1,
  answer: { outcome: 'paid' as const },
  problem: null,
};

const overtakingOf = (overtaken: Overtaken, sent: Promise<void> | null = null) => {
  const journal = createJournal(() => performance.now());
  const book = createIncidentBook(journal);
  book.expect({ number: 7, incidents: [{ id: 'i', kind: 'overtaken', call: 1, ...overtaken }] });
  const overtaking = createOvertaking({ journal, book, sentOnceAbout: () => sent });
  const kinds = () => journal.entries().map(({ kind }) => kind);
  return { journal, book, overtaking, kinds };
};

const long = 60_000;

describe('a request that overtakes another one', () => {
  it('runs while a call of the other one waits, to its answer', async () => {
    const { journal, overtaking, kinds } = overtakingOf({ when: 'after', by: 'click', ms: long });
    await overtaking.letPass(place(), 'before');
    expect(kinds()).to.deep.equal([]);
    const passed = overtaking.letPass(place(), 'after');
    expect(kinds()).to.deep.equal(['held']);
    // Calls of the other one go on, and it does not wait for itself.
    await overtaking.stop(place(2));
    await overtaking.letPass(place(), 'after');
    journal.add(8, answered);
    journal.add(7, answered);
    await passed;
    expect(kinds()).to.deep.equal(['held', 'answered', 'answered', 'incident']);
  });

  it('stops at its call, until the first one is answered', async () => {
    const given = { when: 'before', by: 'tab', stops: 2, ms: long } as const;
    const { journal, overtaking, kinds } = overtakingOf(given);
    const passed = overtaking.letPass(place(), 'before');
    await overtaking.stop({ ...place(), nth: null });
    await overtaking.stop(place(2));
    const stopped = overtaking.stop(place(3));
    await passed;
    expect(kinds()).to.deep.equal(['held', 'incident']);
    journal.add(7, answered);
    await stopped;
  });

  it('is given up after a while, where the one waits for the other', async () => {
    const { overtaking, kinds } = overtakingOf({ when: 'before', by: 'click', ms: 1 });
    await overtaking.letPass(place(), 'before');
    expect(kinds()).to.deep.equal(['held']);
  });

  it('ends with the incidents', async () => {
    const { book, overtaking } = overtakingOf({ when: 'before', by: 'click', ms: long });
    const passed = overtaking.letPass(place(), 'before');
    book.end();
    await passed;
  });

  it('does not wait for webhooks of which none is on its way', async () => {
    const { overtaking, kinds } = overtakingOf({ when: 'before', by: 'webhooks', ms: long });
    await overtaking.letPass(place(), 'before');
    expect(kinds()).to.deep.equal([]);
  });

  it('is the handling of webhooks, which come when the call waits', async () => {
    const given = { when: 'after', by: 'webhooks', ms: long } as const;
    const { overtaking, kinds } = overtakingOf(given, Promise.resolve());
    let came = false;
    const coming = overtaking.untilHeld(7).then(() => {
      came = true;
    });
    await Promise.resolve();
    expect(came).to.equal(false);
    await overtaking.letPass(place(), 'after');
    await coming;
    expect(kinds()).to.deep.equal(['held', 'incident']);
    await overtaking.untilHeld(7);
    await overtaking.untilHeld(8);
    await overtaking.untilHeld(null);
  });

  it('lets webhooks come once the first request is answered without that call', async () => {
    const given = { when: 'after', by: 'webhooks', ms: long } as const;
    const { journal, overtaking } = overtakingOf(given);
    let came = false;
    void overtaking.untilHeld(7).then(() => {
      came = true;
    });
    journal.add(7, answered);
    await until(() => came);
  });
});

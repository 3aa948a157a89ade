import { expect } from 'chai';
import { eventOf, thinEventOf } from '../../../src/contract/stores/event-store/event-of.js';
import type { ProcessorEvent } from '../../../src/domain/events/processor-event.js';
import { noteOtherVersions } from '../../../src/infrastructure/events/other-versions.js';

const pinned = '2026-08-26.dahlia';

const notes = (
  events: ReadonlyArray<ProcessorEvent>,
  ours: string | undefined = pinned,
): ReadonlyArray<unknown> => {
  const lines: Array<unknown> = [];
  const note = noteOtherVersions({ warn: (...line) => lines.push(line) }, ours);
  for (const event of events) note(event);
  return lines;
};

const of = (api_version: string | null, id = 'evt_1') => ({ ...eventOf(id), api_version });

describe('noteOtherVersions', () => {
  it('W11: logs each other API version once, with its first event', () => {
    const events = [of('2024-06-20'), of('2024-06-20', 'evt_2'), of('2022-11-15', 'evt_3')];
    const fields = { type: 'charge.succeeded', pinned };
    const message =
      'events have another API version than calls to the processor; they are handled, and this is logged once';
    expect(notes(events)).to.deep.equal([
      [message, { ...fields, event: 'evt_1', version: '2024-06-20' }],
      [message, { ...fields, event: 'evt_3', version: '2022-11-15' }],
    ]);
  });

  it('logs nothing for the version of the calls, for events without one, and without a version of ours', () => {
    expect(notes([of(pinned), of(null), eventOf('evt_2')])).to.deep.equal([]);
    expect(notes([thinEventOf('evt_1', '2026-09-18T19:56:56.947Z')])).to.deep.equal([]);
    const lines: Array<unknown> = [];
    noteOtherVersions({ warn: (...line) => lines.push(line) }, undefined)(of('2024-06-20'));
    expect(lines).to.deep.equal([]);
  });

  it('logs at most twenty versions', () => {
    const events = Array.from({ length: 30 }, (_, n) => of(`version ${n}`, `evt_${n}`));
    expect(notes(events)).to.have.length(20);
  });
});

import { eventOf } from '../../src/contract/stores/events/event-of.js';
import type { ProcessorEvent } from '../../src/domain/processor-event.js';

const perObject = 10;

/** So many events, by object: ten of each, in their order. */
export const someEvents = (count: number): ReadonlyArray<ReadonlyArray<ProcessorEvent>> =>
  Array.from({ length: count / perObject }, (_, object) =>
    Array.from({ length: perObject }, (_event, number) =>
      eventOf(`evt_${object}_${number}`, {
        object: `ch_${object}`,
        created: 1_700_000_000 + number,
      }),
    ),
  );

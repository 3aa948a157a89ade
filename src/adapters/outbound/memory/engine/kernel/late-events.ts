import type { EventObject } from '../objects/event.js';

/** The events that have happened but are not visible yet, and the delay of events in seconds. */
export type LateEventsDump = {
  readonly delay: number;
  readonly events: ReadonlyArray<EventObject>;
};

/** Holds events back, in order, until they are due. */
export type LateEvents = {
  readonly delay: (seconds: number) => void;
  readonly add: (event: EventObject) => void;
  /** Removes and returns the events that are due. `now`: Unix seconds. */
  readonly takeDue: (now: number) => ReadonlyArray<EventObject>;
  /** `undefined` if there is no delay and no event waits. */
  readonly dump: () => LateEventsDump | undefined;
};

export const createLateEvents = (from: LateEventsDump = { delay: 0, events: [] }): LateEvents => {
  let seconds = from.delay;
  const waiting = [...from.events];
  return {
    delay: (given) => {
      seconds = given;
    },
    add: (event) => {
      waiting.push(event);
    },
    takeDue: (now) => {
      const early = waiting.findIndex(({ created }) => created + seconds > now);
      return waiting.splice(0, early === -1 ? waiting.length : early);
    },
    dump: () =>
      seconds === 0 && waiting.length === 0 ? undefined : { delay: seconds, events: [...waiting] },
  };
};

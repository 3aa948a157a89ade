import type { EventObject } from '../objects/event.js';

/** Events that have happened and are not seen yet, and by how many seconds events come late. */
export type LateEventsDump = {
  readonly delay: number;
  readonly events: ReadonlyArray<EventObject>;
};

/** Keeps events back until they are due. They come out in their order. */
export type LateEvents = {
  readonly delay: (seconds: number) => void;
  readonly add: (event: EventObject) => void;
  /** Takes out what is due at this moment, Unix seconds. */
  readonly takeDue: (now: number) => ReadonlyArray<EventObject>;
  /** Absent when events come at once and none waits. */
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

import type { State } from '../store/state.js';

/** Drops the oldest events beyond those that are kept. */
export const trimEvents = ({ events }: State, keep: number): void => {
  for (let oldest = events.oldest(); oldest && events.size() > keep; oldest = events.oldest()) {
    events.remove(oldest.id);
  }
};

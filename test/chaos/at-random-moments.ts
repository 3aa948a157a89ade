import { drawn } from './drawn.js';
import { pause } from './pause.js';

export type Progress = { readonly total: number; readonly done: () => number };

const pollMs = 2;
const latestMs = 40;

/** Does something so many times, one after the other, spread at random over the work that goes on. */
export const atRandomMoments = async (
  times: number,
  { total, done }: Progress,
  act: (time: number) => Promise<void>,
): Promise<void> => {
  for (let time = 0; time < times; time += 1) {
    const due = (total * (time + 0.9 * drawn(`moment ${time}`))) / times;
    while (done() < due) await pause(pollMs);
    await pause(latestMs * drawn(`delay ${time}`));
    await act(time);
  }
};

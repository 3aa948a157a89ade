import type { Answer } from '../support/http/call.js';
import { pause } from './pause.js';

/** How often each status was the answer; `none`: how often there was no answer. */
export type Tally = Map<number | 'none', number>;

const retryMs = 25;

/** Sends something again and again, as a client that must know does, until the answer has this status. */
export const insist = async (
  send: () => Promise<Answer>,
  status: number,
  tally: Tally,
): Promise<Answer> => {
  for (;;) {
    const answer = await send().catch(() => undefined);
    const outcome = answer?.status ?? 'none';
    tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
    if (answer?.status === status) return answer;
    if (answer !== undefined && ![409, 503].includes(answer.status)) {
      throw new Error(`answered ${answer.status}: ${answer.text}`);
    }
    await pause(retryMs);
  }
};

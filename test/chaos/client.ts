import type { Answer } from '../support/http/call.js';
import { at, listAt, textAt } from '../support/json/at.js';
import { pause } from './pause.js';

/** How often each status was received; `none` counts requests without a response. */
export type Tally = Map<number | 'none', number>;

const retryMs = 25;

/** Repeats a request, as a client that needs the outcome does, until the answer has this status. */
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

/** The items of all pages of a list. `page` fetches one page by its query string. */
export const listAll = async (
  page: (query: string) => Promise<unknown>,
): Promise<ReadonlyArray<unknown>> => {
  const all: Array<unknown> = [];
  for (;;) {
    const cursor = all.length === 0 ? '' : `&starting_after=${textAt(all.at(-1), 'id')}`;
    const list = await page(`limit=100${cursor}`);
    all.push(...listAt(list, 'data'));
    if (at(list, 'has_more') !== true) return all;
  }
};

const atOnce = 8;

/** Runs the work for each item, several at a time, started in order. */
export const inParallel = async <A>(
  items: ReadonlyArray<A>,
  work: (item: A) => Promise<void>,
): Promise<void> => {
  const left = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item);
    }),
  );
};

import type { LedgerPart } from '../../application/ports/reconciliation-ledger.js';
import { durationText } from '../../torture/report/wording.js';

type Page = {
  readonly part: LedgerPart;
  readonly rows: number;
  readonly through: number | null;
};

/** Less of a part says nothing about the rest of it. */
const leastShare = 0.02;

/**
 * Shows how far the reading is: which part of the time of the current part was read, and how long the rest of that part takes if it
 * goes on as it went. Nothing is said about parts to come.
 */
export const createReadingProgress = ({
  from,
  to,
  now,
  isTerminal,
  write,
}: {
  readonly from: number;
  readonly to: number;
  /** Milliseconds. */
  readonly now: () => number;
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
}): { readonly show: (page: Page) => void; readonly end: () => void } => {
  let current: LedgerPart | undefined;
  let start = 0;
  let rows = 0;
  let isShown = false;

  const lineOf = (through: number | null): string => {
    const share = through === null ? 1 : Math.min(Math.max((to - through) / (to - from), 0), 1);
    const percent = `${Math.floor(share * 100)} %`;
    const left = ((now() - start) / share) * (1 - share);
    const rest = share < leastShare || share >= 1 ? '' : `, about ${durationText(left)} left`;
    return `${current}: ${rows} read, ${percent} of the time${rest}`;
  };

  return {
    show: ({ part, rows: read, through }) => {
      if (part !== current) {
        if (current !== undefined && isShown) write(isTerminal ? '\n' : '');
        current = part;
        start = now();
        rows = 0;
      }
      rows += read;
      if (!isTerminal) return;
      write(`\r\u001B[K${lineOf(through)}`);
      isShown = true;
    },
    end: () => {
      if (isShown) write('\n');
      isShown = false;
    },
  };
};

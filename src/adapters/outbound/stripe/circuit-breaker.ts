import type { BreakerState } from '../../../application/ports/telemetry.js';

/** Reports how a call that was sent has ended: whether the processor answered it. */
type EndCall = (answered: boolean) => void;

/** Decides whether calls are sent to a processor that may be down. */
type CircuitBreaker = {
  /** How many milliseconds no call can be sent; 0: a call can be sent now. */
  readonly pauseMs: () => number;
  /** Whether a call that is sent now tries whether the processor is back. */
  readonly isTrying: () => boolean;
  /** Counts a call that is sent right after this; `undefined`: it must not be sent. */
  readonly begin: () => EndCall | undefined;
};

type Settings = {
  /** How many calls must fail within ten seconds to open it, if they are at least four fifths of all. 0: it never opens. */
  readonly failures: number;
  /** How many calls must fail in a row, over at least ten seconds, to open it. 0 or absent: however many. */
  readonly inRow?: number;
  /** How long it stays open before a call tries whether the processor is back, in milliseconds. */
  readonly pauseMs: number;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  readonly onChange: (state: BreakerState) => void;
};

const windowMs = 10_000;

// Where less is lost, retries and look-ups still get through, and a pause would cost more than it spares.
const failedForEachAnswered = 4;

// So many answers in a row close it.
const answersToClose = 3;

const withoutBreaker: CircuitBreaker = {
  pauseMs: () => 0,
  isTrying: () => false,
  begin: () => () => undefined,
};

type Ends = { readonly answered: number; readonly failed: number };

const none: Ends = { answered: 0, failed: 0 };

/**
 * A circuit breaker. `closed`: every call is sent. `open`: none is, for a pause. `half_open`: a call tries whether the processor is
 * back, and each answer lets one more call be tried at the same time. While they hang, each pause lets one more be tried.
 */
export const createCircuitBreaker = ({
  failures,
  inRow = 0,
  pauseMs,
  now,
  onChange,
}: Settings): CircuitBreaker => {
  if (failures === 0) return withoutBreaker;
  let state: BreakerState = 'closed';
  // Ends of calls that began in an earlier state say nothing about this one.
  let period = 0;
  // The current half of the window, and the one before.
  let halfBegan = now();
  let current = none;
  let before = none;
  // A processor with few calls: the failures since its last answer.
  let row = { failed: 0, since: now() };
  let nextTry = 0;
  let trying = 0;
  let answers = 0;

  const become = (next: BreakerState): void => {
    state = next;
    period += 1;
    current = none;
    before = none;
    row = { failed: 0, since: now() };
    trying = 0;
    answers = 0;
    nextTry = now() + pauseMs;
    onChange(next);
  };

  const count = (answered: boolean): void => {
    const at = now();
    const age = at - halfBegan;
    if (age >= windowMs / 2) {
      before = age < windowMs ? current : none;
      current = none;
      halfBegan = at;
    }
    current = answered
      ? { ...current, answered: current.answered + 1 }
      : { ...current, failed: current.failed + 1 };
    const failed = before.failed + current.failed;
    const answeredToo = before.answered + current.answered;
    const isShare = failed >= failures && failed >= failedForEachAnswered * answeredToo;
    if (answered) row = { failed: 0, since: at };
    else row = { failed: row.failed + 1, since: row.failed === 0 ? at : row.since };
    const isRow = inRow > 0 && row.failed >= inRow && at - row.since >= windowMs;
    if (isShare || isRow) become('open');
  };

  const judge = (answered: boolean): void => {
    trying -= 1;
    answers += 1;
    if (!answered) become('open');
    else if (answers === answersToClose) become('closed');
  };

  const end =
    (began: number, report: EndCall): EndCall =>
    (answered) => {
      if (began === period) report(answered);
    };

  const left = (): number => {
    if (state === 'closed' || (state === 'half_open' && trying <= answers)) return 0;
    return Math.max(0, nextTry - now());
  };

  return {
    pauseMs: left,
    isTrying: () => state !== 'closed',
    begin: () => {
      if (state === 'closed') return end(period, count);
      if (left() > 0) return undefined;
      if (state === 'open') become('half_open');
      trying += 1;
      nextTry = now() + pauseMs;
      return end(period, judge);
    },
  };
};

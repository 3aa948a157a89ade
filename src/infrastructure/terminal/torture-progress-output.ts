import { countText } from '../../domain/text/words.js';
import { durationText, figureText } from '../../torture/report/wording.js';
import type { TortureProgress } from '../../torture/result/torture-progress.js';
import { painter } from './paint.js';
import type { Screen } from './screen.js';

/** Shows the progress of a torture test while it runs. */
type ProgressOutput = {
  readonly show: (progress: TortureProgress) => void;
  /** Removes the live line, so that other texts can follow. */
  readonly end: () => void;
};

type Settings = {
  readonly write: (text: string) => unknown;
  readonly screen: Screen;
  /** Milliseconds, from any start. */
  readonly now: () => number;
  /** Calls a function every so many milliseconds until the returned function is called. */
  readonly every: (ms: number, work: () => void) => () => void;
};

const secondsOnly = (ms: number): string =>
  durationText(Math.floor(ms / 1000) * 1000).replace(/^0 ms$/, '0 s');

// The first ones tell too little.
const fewest = 5;

const leftText = (done: number, all: number, ms: number): string => {
  if (done < fewest || done >= all) return '';
  return `, about ${secondsOnly((ms / done) * (all - done) + 999)} left`;
};

/** Writes the present progress in one line, without its end. Milliseconds since the start, and since this part of the test began. */
export const progressText = (
  { phase, orders, done, kills, findings, shrinking }: TortureProgress,
  ms: number,
  phaseMs = ms,
): string => {
  const time = secondsOnly(ms);
  const killed = figureText(kills, 'kill');
  const found = findings === 0 ? '' : `, ${figureText(findings, 'finding')}`;
  switch (phase) {
    case 'rehearsal':
      return `starting the shop for a first order without incidents, ${time}`;
    case 'single':
      return `single faults: ${done} of ${orders}, ${killed}${found}, ${time}${leftText(done, orders, phaseMs)}`;
    case 'pairs':
      return `pairs of faults: ${done} of ${orders}, ${killed}${found}, ${time}${leftText(done, orders, phaseMs)}`;
    case 'orders':
      return `${done} of ${figureText(orders, 'order')}, ${killed}${found}, ${time}${leftText(done, orders, phaseMs)}`;
    case 'settling':
      return `${figureText(orders, 'order')}, ${killed}: waiting until everything has arrived, ${time}`;
    case 'visits':
      return `${figureText(orders, 'order')}, ${killed}: customers without a response come back, ${time}`;
    case 'shrinking':
      return shrinking === null
        ? `looking for smaller plans${found}, ${time}`
        : `looking for a smaller plan that breaks ${shrinking.rule}: try ${shrinking.runs}, with ${countText(shrinking.orders, 'order')} and ${countText(shrinking.incidents, 'incident')}${found}, ${time}`;
  }
};

/** How long the present part of the test has taken: its orders begin anew with each part. */
const createPhaseClock = (now: Settings['now']) => {
  let began = now();
  let done = 0;
  return {
    see: (progress: TortureProgress): void => {
      if (progress.done < done) began = now();
      ({ done } = progress);
    },
    ms: (): number => now() - began,
  };
};

const frameMs = 200;
const quietMs = 10_000;

const clear = '\r\u001B[2K';

// One line that is written again and again.
const liveLine = ({ write, screen, now, every }: Settings): ProgressOutput => {
  const start = now();
  const paint = painter(screen.isColoured);
  let last: TortureProgress | undefined;
  const began = createPhaseClock(now);
  const draw = (): void => {
    if (last === undefined) return;
    const text = progressText(last, now() - start, began.ms());
    // A line that is broken by the terminal could not be removed.
    const shown = text.length < screen.columns ? text : `${text.slice(0, screen.columns - 2)}…`;
    write(`${clear}${paint('grey', shown)}`);
  };
  const stop = every(frameMs, draw);
  return {
    show: (progress) => {
      began.see(progress);
      last = progress;
    },
    end: () => {
      stop();
      if (last !== undefined) write(clear);
    },
  };
};

// A line for each phase and each rule, and one after some time.
const plainLines = ({ write, now, every }: Settings): ProgressOutput => {
  const start = now();
  let last: TortureProgress | undefined;
  let topic = '';
  const began = createPhaseClock(now);
  const tell = (): void => {
    if (last !== undefined) write(`${progressText(last, now() - start, began.ms())}\n`);
  };
  const stop = every(quietMs, tell);
  return {
    show: (progress) => {
      if (last === undefined) write(`the seed is ${progress.seed}\n`);
      began.see(progress);
      last = progress;
      const next = `${progress.phase} ${progress.shrinking?.rule ?? ''}`;
      if (next !== topic) tell();
      topic = next;
    },
    end: stop,
  };
};

/** One live line on a terminal, plain lines elsewhere. */
export const progressOutput = (settings: Settings): ProgressOutput =>
  settings.screen.isTerminal ? liveLine(settings) : plainLines(settings);

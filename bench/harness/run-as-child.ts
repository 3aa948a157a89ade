import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as t from 'io-ts';

type Figures = Readonly<Record<string, number>>;

/** A program that a benchmark measures in a process of its own. */
export type Program = {
  /** Where it answers, if it is a server. */
  readonly url?: string;
  /** Each does so much work, and returns what it measured. */
  readonly rounds?: Readonly<Record<string, (count: number) => Promise<Figures>>>;
};

/** The request of the parent: `begin` and `end` of a measurement, or one of the rounds. */
export const Command = t.type({ id: t.number, name: t.string, count: t.number });

// In milliseconds. The timer that measures fires this often, and its own interval is part of what it reports.
const resolution = 1;

/** Measures the CPU time and the longest block of the event loop between `begin` and `end`. */
const createMeter = () => {
  const delay = monitorEventLoopDelay({ resolution });
  let before = process.cpuUsage();
  return {
    begin: () => {
      delay.reset();
      delay.enable();
      before = process.cpuUsage();
      return {};
    },
    end: () => {
      const { user, system } = process.cpuUsage(before);
      delay.disable();
      return { cpuMicros: user + system, longestBlockMs: delay.max / 1e6 };
    },
  };
};

/** Starts a program in this process with the options of the parent, and does what the parent asks until that ends. */
export const runAsChild = async <A>(
  Options: t.Type<A>,
  start: (options: A) => Promise<Program>,
): Promise<void> => {
  const options: unknown = JSON.parse(process.argv[2] ?? 'null');
  if (!Options.is(options)) throw new Error(`wrong options: ${process.argv[2]}`);
  const { url = '', rounds = {} } = await start(options);
  const meter = createMeter();

  const answer = async ({ name, count }: t.TypeOf<typeof Command>): Promise<Figures> => {
    if (name === 'begin') return meter.begin();
    if (name === 'end') return meter.end();
    const round = rounds[name];
    if (round === undefined) throw new Error(`no round is named ${name}`);
    return round(count);
  };

  process.on('message', (message) => {
    if (!Command.is(message)) return;
    const { id } = message;
    void answer(message).then((numbers) => process.send?.({ id, numbers }));
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ url });
};

import type { Benchmark, Scale, Side } from '../harness/benchmark.js';
import type { Child } from '../harness/child.js';
import { commandLine } from '../harness/command-line.js';
import { spaced } from '../harness/spaced.js';
import type { Suite } from '../harness/suite.js';
import type { Workshop } from '../harness/workshop.js';

const memory = ['--max-old-space-size=12000'];

/** The number of payments: that of RECONCILE_PAYMENTS, or else those of a large shop in a month. */
const sizeOf = ({ quick }: Scale): number => {
  const given = Number(process.env['RECONCILE_PAYMENTS'] ?? 500_000);
  if (!Number.isInteger(given) || given < 10) {
    throw new Error('RECONCILE_PAYMENTS must be a whole number from 10 on');
  }
  return quick ? 50 : given;
};

/** Makes the payments when they are first needed, and reconciles them once for both figures. */
const sidesOf = (child: Child, size: number): { readonly speed: Side; readonly peak: Side } => {
  let speed: Promise<number> | undefined;
  const run = async (): Promise<number> => {
    await child.round('fill', size, 'made');
    return child.round('reconcile', size, 'perSecond');
  };
  const once = (): Promise<number> => {
    speed ??= run();
    return speed;
  };
  return {
    speed: { round: async () => ({ value: await once() }) },
    peak: {
      round: async () => {
        await once();
        return { value: await child.round('peak', 0, 'megabytes') };
      },
    },
  };
};

const open = async (
  { start, folder }: Workshop,
  scale: Scale,
): Promise<ReadonlyArray<Benchmark>> => {
  const size = sizeOf(scale);
  const few = Math.ceil(size / 10);
  const program = commandLine(scale.quick);
  const large = sidesOf(await start('reconcile', { program, folder }, memory), size);
  const small = sidesOf(await start('reconcile', { program, folder }, memory), few);
  return [
    {
      name: `reconcile of ${spaced(size)} payments`,
      unit: '/s',
      ours: large.speed,
      baseline: small.speed,
      rounds: 1,
    },
    {
      name: `memory of reconcile of ${spaced(size)} payments`,
      unit: 'MB',
      goal: { goal: 1.5, atMost: 1.5 },
      ours: large.peak,
      baseline: small.peak,
      rounds: 1,
    },
  ];
};

export const reconcile: Suite = {
  name: 'reconcile',
  about:
    'pasarela reconcile with as many payments and orders as RECONCILE_PAYMENTS says (500 000), at the local server, against a tenth of them.',
  open,
};

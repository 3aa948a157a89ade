import { judgeLedgers } from '../judge/judge-ledgers.js';
import type { DriverCapabilities } from '../plan/driver-capabilities.js';
import type { PlanOptions } from '../plan/plan-options.js';
import {
  type Cell,
  type CellDraft,
  type CellPlan,
  type PlannedCell,
  plansOfCells,
} from '../plan/single-faults.js';
import {
  type Certificate,
  keyOfCell,
  type MarkedCell,
  markCells,
  unreachedOf,
  whyEnded,
  withoutUsual,
} from '../result/certificate.js';
import { inLanes } from '../run/in-lanes.js';
import type { LastingRunPlan } from '../run/lasting-runs.js';
import type { RunResult } from '../run/run-result.js';
import type { JudgedRun } from './broken-rules.js';

/** How cells are played. */
export type CellPhase = {
  readonly phase: 'single' | 'pairs';
  readonly runPlan: LastingRunPlan;
  readonly options: PlanOptions & { readonly seed: number };
  readonly capabilities: DriverCapabilities;
  /** How many runs there may be at the same time. */
  readonly lanes: number;
  readonly signal: AbortSignal;
  /** So many orders begin, besides those that began before. */
  readonly onBegin: (orders: number) => void;
};

/** Cells that were played, with their marks. */
type PlayedCells = {
  readonly runs: ReadonlyArray<JudgedRun>;
  readonly cells: ReadonlyArray<MarkedCell>;
  /** The order of each cell, with the run that it was played in last. */
  readonly orders: ReadonlyArray<{ readonly planned: PlannedCell; readonly run: RunResult }>;
};

const asUnreached = (cell: Cell, why: string): MarkedCell => ({
  ...cell,
  mark: 'unreached',
  rules: [],
  why,
});

/** Plays cells, an order for each. Those that find no occasion are played once more, one after the other. */
export const playCells = async (
  drafts: ReadonlyArray<CellDraft>,
  { phase, runPlan, options, capabilities, lanes, signal, onBegin }: CellPhase,
): Promise<PlayedCells> => {
  const { plans, unplayed } = plansOfCells(drafts, options, capabilities, lanes);
  const runs: Array<JudgedRun> = [];
  const marked = new Map<string, MarkedCell>();
  const played = new Map<string, PlayedCells['orders'][number]>();
  const play = async (cells: CellPlan): Promise<void> => {
    const run = await runPlan(cells.plan, signal);
    if (run === null) {
      for (const { cell } of cells.cells) {
        const key = keyOfCell(cell);
        marked.set(key, marked.get(key) ?? asUnreached(cell, whyEnded));
      }
      return;
    }
    const findings = judgeLedgers(run.ledgers);
    runs.push({ phase, run, findings });
    for (const cell of markCells(cells, run, findings)) {
      marked.set(keyOfCell(cell), cell);
    }
    for (const planned of cells.cells) played.set(keyOfCell(planned.cell), { planned, run });
  };

  if (drafts.length === 0) return { runs, cells: [], orders: [] };
  onBegin(plans.reduce((sum, { cells }) => sum + cells.length, 0));
  await inLanes(lanes, plans, play);
  const again = unreachedOf(
    plans.flatMap(({ cells }) => cells),
    [...marked.values()],
  );
  const [first] = plans;
  if (first !== undefined && again.length > 0) {
    const orders = again.map(({ order }) => order);
    onBegin(orders.length);
    await play({ plan: { ...first.plan, atOnce: 1, orders }, cells: again });
  }
  return {
    runs,
    orders: [...played.values()],
    cells: withoutUsual([
      ...marked.values(),
      ...unplayed.map(({ cell, why }) => asUnreached(cell, why)),
    ]),
  };
};

/**
 * Plays those cells first that did not hold in an earlier certificate or are not in it. If one of them breaks a rule, the others keep
 * their marks of then, and `kept` counts them.
 */
export const playChangedFirst = async (
  drafts: ReadonlyArray<CellDraft>,
  since: Certificate,
  phase: CellPhase,
): Promise<PlayedCells & { readonly kept: number }> => {
  const held = new Map(
    since.cells
      .filter(({ mark }) => mark === 'held')
      .map((cell) => [keyOfCell(cell), cell] as const),
  );
  const isHeld = ({ cell }: CellDraft): boolean => held.has(keyOfCell(cell));
  const others = drafts.filter(isHeld);
  const first = await playCells(
    drafts.filter((draft) => !isHeld(draft)),
    phase,
  );
  if (first.cells.some(({ mark }) => mark === 'broke')) {
    const kept = others.flatMap(({ cell }) => held.get(keyOfCell(cell)) ?? []);
    return { ...first, cells: [...first.cells, ...kept], kept: kept.length };
  }
  const rest = await playCells(others, phase);
  return {
    runs: [...first.runs, ...rest.runs],
    cells: [...first.cells, ...rest.cells],
    orders: [...first.orders, ...rest.orders],
    kept: 0,
  };
};

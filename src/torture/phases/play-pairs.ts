import { messageName, type Seen } from '../plan/message.js';
import { type FirstFault, firstFaults, pairsOf } from '../plan/pairs.js';
import type { CellDraft } from '../plan/single-faults.js';
import { figureText } from '../report/wording.js';
import { type Certificate, keyOfCell, type MarkedCell } from '../result/certificate.js';
import { messagesAfter } from '../run/study.js';
import type { JudgedRun } from './broken-rules.js';
import { type CellPhase, playCells, playChangedFirst } from './play-cells.js';

/** Pairs that were played, with their marks, and sentences about those that were not. */
type PlayedPairs = {
  readonly runs: ReadonlyArray<JudgedRun>;
  readonly cells: ReadonlyArray<MarkedCell>;
  readonly untried: ReadonlyArray<string>;
};

// The second call of a name is made in place of the first.
const baseName = (message: string): string => message.replace(/ #\d+$/, '');

const alone = { message: 'order', fault: 'retries' };

/** The same fault without another one, so that the messages that come after it are seen. */
const asProbe = (draft: CellDraft): CellDraft => ({
  ...draft,
  cell: { ...draft.cell, second: alone },
});

const sentenceOf = (count: number, sentence: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`${figureText(count, 'pair')} ${sentence}`];

/** Why the pairs would tell nothing new after these single faults; `null`: they may. */
const whyNoPairs = (singles: ReadonlyArray<MarkedCell>): string | null => {
  const reached = singles.filter(({ mark }) => mark !== 'unreached').length;
  const broke = singles.filter(({ mark }) => mark === 'broke').length;
  return 2 * broke > reached
    ? `no pairs of faults: ${broke} of ${reached} single faults broke a rule already`
    : null;
};

/**
 * Plays each first fault alone, then with each fault of a message that came after it. `singles`: the marks of single faults, of
 * which those that do not hold are in no pair. If most of them broke a rule, no pairs are played.
 */
export const playPairs = async (
  seen: Seen,
  singles: ReadonlyArray<MarkedCell>,
  since: Certificate | undefined,
  phase: CellPhase,
): Promise<PlayedPairs> => {
  const none = whyNoPairs(singles);
  if (none !== null) return { runs: [], cells: [], untried: [none] };
  const { options } = phase;
  const open = singles.filter(({ mark }) => mark !== 'held');
  const isOpen = new Set(open.map((cell) => keyOfCell(cell)));
  const breaks = new Set(
    open
      .filter(({ mark }) => mark === 'broke')
      .map(({ message, fault }) => `${baseName(message)} ${fault}`),
  );
  const all = firstFaults(seen, options);
  const drafts = all.filter(({ cell }) => !isOpen.has(keyOfCell(cell)));
  const probes = await playCells(drafts.map(asProbe), phase);
  const held = new Set(
    probes.cells.filter(({ mark }) => mark === 'held').map((cell) => keyOfCell(cell)),
  );
  const firsts = drafts.flatMap((draft): ReadonlyArray<FirstFault> => {
    const key = keyOfCell(asProbe(draft).cell);
    const played = probes.orders.find(({ planned }) => keyOfCell(planned.cell) === key);
    const [fault] = played?.planned.faults ?? [];
    if (played === undefined || fault === undefined || !held.has(key)) return [];
    return [{ draft, after: messagesAfter(played.run, played.planned.order.number, fault) }];
  });
  const pairs = firsts
    .flatMap((first) => pairsOf(first, seen, options))
    .filter(
      ({ cell: { second = alone } }) => !breaks.has(`${baseName(second.message)} ${second.fault}`),
    );
  const merged = firsts.reduce((sum, { draft, after }) => {
    const reached = new Set(after.map((message) => baseName(messageName(message))));
    const others = drafts.filter(
      ({ cell }) => cell.journey === draft.cell.journey && !reached.has(baseName(cell.message)),
    );
    return sum + others.length;
  }, 0);
  const played =
    since === undefined
      ? { ...(await playCells(pairs, phase)), kept: 0 }
      : await playChangedFirst(pairs, since, phase);
  return {
    runs: [...probes.runs, ...played.runs],
    cells: [...probes.cells, ...played.cells],
    untried: [
      ...sentenceOf(merged, 'of faults whose first one makes the second one impossible'),
      ...(all.length === firsts.length
        ? []
        : [
            `the pairs of ${all.length - firsts.length} first faults, which break a rule alone or could not be reached`,
          ]),
      ...sentenceOf(
        played.kept,
        'that held in the earlier certificate: not played again, because others break a rule',
      ),
    ],
  };
};

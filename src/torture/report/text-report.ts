import { visible } from '../../domain/text/visible.js';
import { countText, foreignText } from '../../domain/text/words.js';
import { countRuns, type RunCounts } from '../result/run-counts.js';
import type { BrokenRule, TortureResult } from '../result/torture-result.js';
import { certificateSummary, doubtAbout, openCells } from './certificate-text.js';
import { incidentTitles } from './describe-incident.js';
import type { Story } from './story.js';
import type { StoryLine } from './story-part.js';
import { type ToldFailure, tellFailure } from './told-failure.js';
import { durationText, figureText, secondsText, shortIds } from './wording.js';

/** How a report looks, and what a reader can do with it. */
type TextStyle = {
  /** Longer lines are wrapped. */
  readonly columns: number;
  readonly paint: (
    colour: 'bold' | 'grey' | 'red' | 'green' | 'yellow' | 'cyan',
    text: string,
  ) => string;
  /** Lines about a broken rule with a smallest plan: how it is replayed. */
  readonly actions: (rule: string) => ReadonlyArray<readonly [about: string, line: string]>;
};

/** Text for a log or the message of an assertion. */
const plain: TextStyle = { columns: 100, paint: (_, text) => text, actions: () => [] };

// More in a row are hard to read.
const widest = 110;

/** Breaks a text into lines; a word that is too long stays whole. */
const wrap = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
};

type Write = {
  readonly paragraph: (
    indent: number,
    text: string,
    colour?: Parameters<TextStyle['paint']>[0],
  ) => ReadonlyArray<string>;
  readonly labelled: (
    label: string,
    text: string,
    colour?: Parameters<TextStyle['paint']>[0],
  ) => ReadonlyArray<string>;
};

const labelWidth = 11;

const writer = ({ columns, paint }: TextStyle): Write => {
  const width = Math.min(columns, widest);
  const wrapped = (indent: number, text: string): ReadonlyArray<string> =>
    wrap(visible(text), Math.max(width - indent, 20));
  return {
    paragraph: (indent, text, colour) =>
      wrapped(indent, text).map(
        (line) => `${' '.repeat(indent)}${colour === undefined ? line : paint(colour, line)}`,
      ),
    labelled: (label, text, colour) =>
      wrapped(4 + labelWidth, text).map(
        (line, at) =>
          `    ${paint('grey', (at === 0 ? label : '').padEnd(labelWidth))}${colour === undefined ? line : paint(colour, line)}`,
      ),
  };
};

const colourOf: {
  readonly [T in StoryLine['tone']]: 'green' | 'red' | 'yellow' | undefined;
} = { plain: undefined, good: 'green', bad: 'red', incident: 'yellow' };

const storyText = (story: Story, { labelled, paragraph }: Write): ReadonlyArray<string> => [
  ...story.lines.flatMap(({ at, text, tone }) =>
    labelled(secondsText(at).padStart(8), text, colourOf[tone]),
  ),
  ...story.endings.flatMap(({ title, ledger }) => [
    '',
    ...(title === '' ? [] : paragraph(4, `${title}:`, 'grey')),
    ...ledger.flatMap(([who, what]) => labelled(who, what)),
  ]),
];

const ordersText = (findings: BrokenRule['findings']): string => {
  const numbers = [...new Set(findings.flatMap(({ order }) => order ?? []))];
  const shown = numbers.slice(0, 12).join(', ');
  const more = numbers.length > 12 ? ` and ${numbers.length - 12} more` : '';
  if (numbers.length === 0) return 'found';
  return `in ${numbers.length === 1 ? 'order' : `${numbers.length} orders:`} ${shown}${more}`;
};

const toldText = (told: ToldFailure, write: Write): ReadonlyArray<string> => {
  const { title, message, stories, order } = told;
  const { paragraph, labelled } = write;
  return [
    ...paragraph(4, shortIds(message), 'red'),
    ...paragraph(4, title, 'grey'),
    ...stories.flatMap((story) =>
      story.incidents.flatMap(({ text, happened }) =>
        labelled(
          '         -',
          `${stories.length > 1 ? `order ${story.order.number}: ` : ''}${text}${happened ? '' : ' (found no occasion)'}`,
          'yellow',
        ),
      ),
    ),
    ...stories
      .filter((story) => order === null || story.order.number === order)
      .flatMap((story) => ['', ...storyText(story, write)]),
    '',
  ];
};

const brokenText = (broken: BrokenRule, style: TextStyle): ReadonlyArray<string> => {
  const { rule, findings, also } = broken;
  const { paint } = style;
  const write = writer(style);
  const told = tellFailure(broken);
  return [
    '',
    `  ${paint('red', '✗')} ${paint('bold', rule.title)}  ${paint('grey', [rule.name, ordersText(findings)].join(' '))}`,
    ...write.paragraph(4, rule.explanation),
    ...also.flatMap((one) =>
      write.paragraph(
        4,
        `For the same reason ${one.rule.name} is broken: ${shortIds(one.finding.message)}`,
      ),
    ),
    '',
    ...(told === null ? [] : toldText(told, write)),
    ...[...style.actions(rule.name), ['read', rule.link] as const].map(
      ([about, line]) => `    ${paint('grey', about.padEnd(labelWidth))}${paint('cyan', line)}`,
    ),
  ];
};

/** A broken rule for a log: what it says, the facts, and the story. */
export const brokenRuleText = (broken: BrokenRule): string =>
  brokenText(broken, plain).slice(1).join('\n');

const countsText = ({ incidents }: RunCounts, { paint }: TextStyle): ReadonlyArray<string> => {
  if (incidents.length === 0) return [];
  const width = Math.max(...incidents.map(({ kind }) => incidentTitles[kind].length));
  return [
    '',
    `  ${paint('grey', `${'Incident'.padEnd(width)}  Planned  Happened`)}`,
    ...incidents.map(
      ({ kind, planned, happened }) =>
        `  ${incidentTitles[kind].padEnd(width)}  ${String(planned).padStart(7)}  ${paint(happened === 0 ? 'yellow' : 'bold', String(happened).padStart(8))}`,
    ),
  ];
};

/** `one rule is broken, in three orders`, or that none is. */
export const verdictText = ({
  complete,
  problem,
  broken,
  runs,
  certificate,
}: TortureResult): string => {
  const ended = complete
    ? ''
    : ' It was ended early, before everything was played and made as small as possible.';
  const early = problem === null ? ended : ` The test ended early: ${foreignText(problem)}`;
  const doubts = certificate === null ? null : doubtAbout(certificate);
  const doubt = doubts === null ? '' : ` ${doubts}`;
  if (broken.length === 0) {
    return `No rule is broken in ${countText(
      runs.reduce((sum, { run }) => sum + run.plan.orders.length, 0),
      'order',
    )}.${early}${doubt}`;
  }
  const orders = new Set(
    broken.flatMap(({ findings }) => findings.flatMap((one) => one.order ?? [])),
  );
  const count = broken.reduce((sum, { also }) => sum + 1 + also.length, 0);
  const rules = countText(count, 'rule is', 'rules are');
  const where = orders.size === 0 ? '' : `, in ${countText(orders.size, 'order')}`;
  return `${rules.slice(0, 1).toUpperCase()}${rules.slice(1)} broken${where}.${early}${doubt}`;
};

/** The result for people: counts, then each broken rule with its story. Ends with a line feed. */
export const describeTorture = (result: TortureResult, style: TextStyle = plain): string => {
  const { runs, seed, certificate, broken, untried, passed } = result;
  const { paint } = style;
  const { paragraph } = writer(style);
  const counts = countRuns(runs.map(({ run }) => run));
  return [
    '',
    ...paragraph(
      2,
      `${figureText(counts.orders, 'order')}, ${figureText(counts.calls, 'call')}, ${figureText(counts.webhooks, 'webhook')} and ${figureText(counts.kills, 'kill')} in ${durationText(counts.took)}. The seed is ${seed}.`,
    ),
    ...(certificate === null
      ? []
      : [
          '',
          ...paragraph(2, certificateSummary(certificate), 'bold'),
          ...openCells(certificate).flatMap((line) => paragraph(2, line)),
        ]),
    ...countsText(counts, style),
    ...(untried.length === 0
      ? []
      : [
          '',
          `  ${paint('grey', 'Not tried')}`,
          ...untried.flatMap((sentence) => paragraph(2, sentence)),
        ]),
    ...broken.flatMap((rule) => brokenText(rule, style)),
    '',
    ...paragraph(2, verdictText(result), passed ? 'green' : 'red'),
    '',
  ].join('\n');
};

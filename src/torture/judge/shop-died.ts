import { countText, foreignText } from '../../domain/text/words.js';
import { ruleOf } from './torture-rule.js';

const lastLine = (output: string): string => {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const error = lines.findLast((line) => /\b\w*(Error|Exception|panic)\b/.test(line));
  return foreignText(error ?? lines.at(-1) ?? '');
};

export const shopDied = ruleOf(
  {
    name: 'shop_died',
    explanation:
      "The shop's program ended by itself. All payments that were in progress lost their response.",
  },
  ({ deaths }) => {
    const last = deaths.at(-1);
    if (last === undefined) return [];
    const how = last.code === null ? 'by a signal' : `with exit code ${last.code}`;
    const times =
      deaths.length === 1 ? how : `${countText(deaths.length, 'time')}, the last time ${how}`;
    const line = lastLine(last.output);
    return [
      {
        order: null,
        message: `the shop's program ended by itself ${times}${line === '' ? '' : `: ${line}`}`,
      },
    ];
  },
);

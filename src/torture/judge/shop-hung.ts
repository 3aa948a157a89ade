import { countText, foreignText } from '../../domain/text/words.js';
import { ruleOf } from './torture-rule.js';

export const shopHung = ruleOf(
  {
    name: 'shop_hung',
    explanation:
      'The shop stopped responding, also when nothing was done to it any more, and went on only after it was started again.',
  },
  ({ hangs = [] }) => {
    const [first] = hangs;
    if (first === undefined) return [];
    const times = hangs.length === 1 ? '' : `, ${countText(hangs.length, 'time')}`;
    return [
      {
        order: null,
        message: `the shop stood still since ${(first.since / 1000).toFixed(1)} s of the run, and had to be killed${times}: ${foreignText(first.problem)}`,
      },
    ];
  },
);

import { expect } from 'chai';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';
import { readReplay, replayText } from '../../../src/torture/report/replay-file.js';
import { sampleResult } from '../../support/torture/sample-result.js';

const smallest = sampleResult().broken[0]?.smallest ?? expect.fail();
const text = replayText(smallest);

const messageOf = (content: string): string => {
  try {
    readReplay('charged_twice.json', content);
  } catch (error) {
    expect(error).to.be.instanceOf(TortureProblem);
    return error instanceof Error ? error.message : '';
  }
  return expect.fail('it was read');
};

describe('a replay file', () => {
  it('has the plan, which is read back', () => {
    expect(readReplay('charged_twice.json', text)).to.deep.equal(smallest.plan);
    expect(text.endsWith('}\n')).to.equal(true);
  });

  for (const [what, content, expected] of [
    ['half a file', text.slice(0, 100), 'it is not JSON, or cut short'],
    ['another file', '{"name": "shop"}', 'its field object is not "pasarela.torture-replay"'],
    ['a list', '[]', 'its field object is not'],
    [
      'another version',
      text.replace('"version": 1', '"version": 2'),
      'reads version 1 of replay files only',
    ],
    [
      'a plan that somebody changed',
      text.replace('answer_lost', 'answer_gone'),
      'plan.orders[0].incidents[0].kind must be',
    ],
  ] as const) {
    it(`refuses ${what}, and says so`, () => {
      const message = messageOf(content);
      expect(message.startsWith('charged_twice.json: ')).to.equal(true);
      expect(message).to.include(expected).and.include('Pass a replay file');
    });
  }
});

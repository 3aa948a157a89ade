import { expect } from 'chai';
import { challengeText, secondsText, toldText } from '../../../src/torture/report/wording.js';

describe('the words of a report', () => {
  it('name the step that a customer has to pass', () => {
    expect([
      challengeText(),
      challengeText('pi_1'),
      challengeText('cs_1'),
      challengeText('pi_1', 'bizum'),
      challengeText('pi_1', 'ideal'),
    ]).to.deep.equal([
      '3D Secure',
      '3D Secure',
      'the payment page',
      "the approval in the bank's app",
      "the bank's page",
    ]);
    expect(toldText('action', 'pi_1', 'bizum')).to.equal("sent to the approval in the bank's app");
    expect(toldText('paid')).to.equal('told "paid"');
  });

  it('round seconds to what a reader needs', () => {
    expect([secondsText(312), secondsText(12_440)]).to.deep.equal(['0.31 s', '12.4 s']);
  });
});

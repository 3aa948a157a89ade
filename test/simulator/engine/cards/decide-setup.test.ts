import { expect } from 'chai';
import { decideSetup } from '../../../../src/simulator/engine/cards/decide-setup.js';
import { type TestCardName, testCards } from '../../../../src/simulator/engine/cards/test-cards.js';

// Source: https://docs.stripe.com/testing, and recording 10 (steps 23 and 27).
const outcomes: ReadonlyArray<
  readonly [card: TestCardName, plain: string, setUp: string, requested: string]
> = [
  ['visa', 'Approved', 'Approved', 'Approved'],
  ['generic_decline', 'generic_decline', 'generic_decline', 'generic_decline'],
  ['expired_card', 'expired_card', 'expired_card', 'expired_card'],
  ['declined_when_charged', 'Approved', 'Approved', 'Approved'],
  ['fraudulent', 'Approved', 'Approved', 'Approved'],
  ['authentication_unless_set_up', 'RequiresAction', 'RequiresAction', 'RequiresAction'],
  ['authentication_always', 'RequiresAction', 'RequiresAction', 'RequiresAction'],
  ['authentication_on_session', 'RequiresAction', 'RequiresAction', 'RequiresAction'],
  ['authentication_optional', 'Approved', 'Approved', 'RequiresAction'],
  ['authentication_lookup_fails', 'generic_decline', 'generic_decline', 'generic_decline'],
  ['authentication_optional_lookup_fails', 'Approved', 'Approved', 'processing_error'],
  ['authentication_then_declined', 'RequiresAction', 'RequiresAction', 'RequiresAction'],
];

describe('the bank, when a card is set up', () => {
  const asked = { setUp: false, challengeRequested: false, failure: null };

  for (const [card, plain, setUp, requested] of outcomes) {
    const answer = (extra: Partial<typeof asked>): string => {
      const outcome = decideSetup({ behaviour: testCards[card].behaviour, ...asked, ...extra });
      return outcome._tag === 'Declined'
        ? (outcome.decline.decline_code ?? outcome.decline.code)
        : outcome._tag;
    };
    it(`${card}: ${plain}; set up before: ${setUp}; 3D Secure requested: ${requested}`, () => {
      expect([
        answer({}),
        answer({ setUp: true }),
        answer({ challengeRequested: true }),
      ]).to.deep.equal([plain, setUp, requested]);
    });
  }

  it('declines as planned, whatever the card', () => {
    const { behaviour } = testCards.authentication_always;
    const planned = { ...asked, behaviour, failure: { decline: 'lost_card' } };
    expect(decideSetup(planned)).to.have.nested.include({
      _tag: 'Declined',
      'decline.decline_code': 'lost_card',
    });
  });
});

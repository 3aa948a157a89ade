import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { fixedOutcome, type KeyFate } from '../../../src/application/idempotency/fixed-outcome.js';
import type { PaymentError } from '../../../src/domain/payment-error.js';
import { outcomeOf } from '../../../src/domain/payment-error-facts.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { keysOf } from '../../support/json/keys-of.js';

type Outcome = E.Either<PaymentError, string>;

const { CardError, ProcessorUnavailable, StoreUnavailable } = paymentErrors;
const paid: Outcome = E.right('paid');
const notDone: Outcome = E.left({ ...ProcessorUnavailable, outcome: 'not_done' });

const ours: KeyFate<string> = { _tag: 'Ours' };
const taken: KeyFate<string> = { _tag: 'Taken', answer: O.none };
const leased: KeyFate<string> = { _tag: 'Unknown', leased: true };
const lapsed: KeyFate<string> = { _tag: 'Unknown', leased: false };
const answered = (answer: Outcome): KeyFate<string> => ({ _tag: 'Taken', answer: O.some(answer) });

const own = 'its own';
const table: ReadonlyArray<
  readonly [
    fate: string,
    KeyFate<string>,
    outcome: string,
    Outcome,
    ends: typeof own | 'unknown' | Outcome,
  ]
> = [
  ['still its own', ours, 'a success', paid, own],
  ['still its own', ours, 'nothing done', notDone, own],
  ['still its own', ours, 'a decline', E.left(CardError), own],
  [
    'taken and answered with a success',
    answered(E.right('B')),
    'nothing done',
    notDone,
    E.right('B'),
  ],
  ['taken and answered with a success', answered(E.right('B')), 'a success', paid, E.right('B')],
  [
    'taken and answered with a decline',
    answered(E.left(CardError)),
    'nothing done',
    notDone,
    E.left(CardError),
  ],
  ['taken and answered with a decline', answered(E.left(CardError)), 'a success', paid, own],
  ['taken and not answered', taken, 'a success', paid, own],
  ['taken and not answered', taken, 'nothing done', notDone, 'unknown'],
  ['taken and not answered', taken, 'a decline', E.left(CardError), 'unknown'],
  ['taken and not answered', taken, 'a lost response', E.left(ProcessorUnavailable), own],
  ['unknown while the lease runs', leased, 'a success', paid, own],
  ['unknown while the lease runs', leased, 'nothing done', notDone, own],
  ['unknown while the lease runs', leased, 'a decline', E.left(CardError), own],
  ['unknown after the lease', lapsed, 'a success', paid, own],
  ['unknown after the lease', lapsed, 'nothing done', notDone, 'unknown'],
  ['unknown after the lease', lapsed, 'a decline', E.left(CardError), 'unknown'],
  ['unknown after the lease', lapsed, 'an unavailable store', E.left(StoreUnavailable), 'unknown'],
];

describe('the fixed outcome of a keyed request (decision I7)', () => {
  for (const [fateName, fate, outcomeName, outcome, ends] of table) {
    it(`a key that is ${fateName}, and ${outcomeName}`, () => {
      const result = fixedOutcome(outcome, fate);
      if (ends === 'unknown') {
        expect(result.replayed).to.equal(false);
        if (E.isRight(result.outcome)) throw new Error('it cannot have succeeded');
        expect(outcomeOf(result.outcome.left)).to.equal('unknown');
      } else if (ends === own) {
        expect(result).to.deep.equal({ outcome, replayed: false });
      } else expect(result).to.deep.equal({ outcome: ends, replayed: true });
    });
  }

  for (const tag of keysOf(paymentErrors)) {
    it(`${tag} becomes an unknown outcome, and only that, without the key`, () => {
      for (const fate of [taken, lapsed]) {
        const { outcome } = fixedOutcome<string>(E.left(paymentErrors[tag]), fate);
        if (E.isRight(outcome)) throw new Error('it cannot have succeeded');
        expect(outcomeOf(outcome.left)).to.equal('unknown');
      }
    });
  }

  it('the error says why, and keeps the cause', () => {
    const { outcome } = fixedOutcome(notDone, taken);
    expect(outcome).to.have.nested.property('left.cause.message').that.includes('was lost');
    expect(outcome).to.have.nested.property('left.cause.cause', ProcessorUnavailable.cause);
  });
});

import { expect } from 'chai';
import * as fc from 'fast-check';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { reportedError, withRetries } from '../../../../src/adapters/outbound/stripe/caller.js';
import type { AttemptFailure } from '../../../../src/adapters/outbound/stripe/errors.js';
import type { ProcessorError } from '../../../../src/domain/payment-error.js';
import { seed } from '../../../support/inputs/seed.js';
import { left } from './support/outcomes.js';

const cause = null;
const refusal = { _tag: 'ProcessorRefused', message: 'No.', param: null } as const;

const failures: ReadonlyArray<AttemptFailure> = [
  {
    error: { ...refusal, status: 400, code: null },
    meaning: 'refused',
    again: false,
  },
  { error: { ...refusal, status: 429, code: 'lock_timeout' }, meaning: 'turned_away', again: true },
  {
    error: { ...refusal, status: 409, code: 'idempotency_key_in_use' },
    meaning: 'in_use',
    again: true,
  },
  {
    error: { ...refusal, status: 424, code: null, decision: 'undecided' },
    meaning: 'undecided',
    again: true,
  },
  {
    error: { _tag: 'ProcessorUnavailable', outcome: 'not_done', cause },
    meaning: 'turned_away',
    again: true,
  },
  {
    error: { _tag: 'ProcessorUnavailable', outcome: 'unknown', cause },
    meaning: 'lost',
    again: true,
  },
  { error: { _tag: 'ProcessorFailed', status: 500, cause }, meaning: 'lost', again: true },
  { error: { _tag: 'ProcessorFailed', status: 500, cause }, meaning: 'lost', again: false },
  { error: { _tag: 'ProcessorAuthenticationFailed', cause }, meaning: 'turned_away', again: false },
];

const claimsNothingDone = (error: ProcessorError): boolean =>
  error._tag === 'ProcessorUnavailable'
    ? error.outcome === 'not_done'
    : error._tag !== 'ProcessorFailed';

const attempted = async (script: ReadonlyArray<AttemptFailure | 'done'>, maxRetries: number) => {
  let made = 0;
  const attempt: TE.TaskEither<AttemptFailure, 'done'> = () => {
    const step = script[made] ?? 'done';
    made += 1;
    return step === 'done' ? TE.right(step)() : TE.left(step)();
  };
  const outcome = await withRetries({ maxRetries, retryDelayMs: 0 })(attempt)();
  return { outcome, made };
};

const script = fc.array(fc.constantFrom<AttemptFailure | 'done'>(...failures, 'done'), {
  minLength: 1,
  maxLength: 5,
});

describe('the attempts of a call, whatever their outcomes', () => {
  const check = (
    name: string,
    holds: (
      result: Awaited<ReturnType<typeof attempted>>,
      steps: ReadonlyArray<AttemptFailure | 'done'>,
      maxRetries: number,
    ) => void,
  ) =>
    it(name, () =>
      fc.assert(
        fc.asyncProperty(script, fc.integer({ min: 0, max: 3 }), async (steps, maxRetries) => {
          holds(await attempted(steps, maxRetries), steps, maxRetries);
        }),
        { seed },
      ),
    );

  check('are at most one more than the retries', ({ made }, _steps, maxRetries) => {
    expect(made)
      .to.be.at.least(1)
      .and.at.most(maxRetries + 1);
  });

  check('end with the first that succeeds or must not be retried', ({ made }, steps) => {
    for (const step of steps.slice(0, made - 1)) {
      expect(step).to.have.property('again', true);
    }
  });

  check('never hide that one of them may have done the work', ({ outcome, made }, steps) => {
    if (outcome._tag === 'Right') return;
    const { lost, meaning } = outcome.left;
    const tried = steps.slice(0, made);
    const meanings = tried.map((step) => (step === 'done' ? 'done' : step.meaning));
    const open = ['in_use', 'undecided'];
    const firstOpen = meanings.findIndex((one) => open.includes(one));
    const anyLost =
      meanings.includes('lost') ||
      (firstOpen >= 0 && meanings.slice(firstOpen).some((one) => !open.includes(one)));
    expect(lost).to.equal(anyLost);
    const told = reportedError(outcome.left);
    if (anyLost && meaning !== 'refused') expect(claimsNothingDone(told)).to.equal(false);
    else expect(told).to.equal(outcome.left.error);
  });

  it('an authentication error after a lost response is reported as an unknown outcome', async () => {
    const [lost, unauthorized] = [failures[5], failures[8]];
    if (lost === undefined || unauthorized === undefined) throw new Error('not in the table');
    const { outcome } = await attempted([lost, unauthorized], 2);
    expect(reportedError(left(outcome))).to.deep.equal({
      _tag: 'ProcessorUnavailable',
      outcome: 'unknown',
      cause: null,
    });
  });
});

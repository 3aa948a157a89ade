import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { defectsAsData } from '../../src/application/defects-as-data.js';
import { isObject } from '../../src/domain/input/json.js';
import type { PaymentError } from '../../src/domain/payment-error.js';
import { paymentErrors } from '../support/errors/payment-errors.js';

type Answer = TE.TaskEither<PaymentError, unknown>;

// TypeScript would refuse the wrong ones.
const isTaken = (_task: unknown): _task is Answer => true;

const endOf = async (task: unknown, isResult?: (result: unknown) => boolean) =>
  defectsAsData(() => {
    if (!isTaken(task)) throw new Error('every task is taken');
    return task;
  }, isResult)();

describe('defects as data', () => {
  for (const result of [{ id: 'pi_1' }, [], 7, null, undefined]) {
    it(`are none in the result ${String(result)}`, async () => {
      expect(await endOf(TE.right(result))).to.deep.equal(E.right(result));
    });
  }

  for (const error of Object.values(paymentErrors)) {
    it(`are none in the error ${error._tag}`, async () => {
      expect(await endOf(TE.left(error))).to.deep.equal(E.left(error));
    });
  }

  const defects: ReadonlyArray<readonly [what: string, task: unknown]> = [
    ['an error of another library', TE.left(new Error('declined'))],
    ['an error with another tag', TE.left({ _tag: 'Declined' })],
    ['an error with the tag of no own row', TE.left({ _tag: 'constructor' })],
    ['a text as error', TE.left('declined')],
    ['no error', TE.left(undefined)],
    ['a promise of a result that is no Either', async () => ({ id: 'pi_1' })],
    ['a promise of nothing', async () => undefined],
    ['no task', undefined],
    ['a promise instead of a task', Promise.resolve(E.right({ id: 'pi_1' }))],
    [
      'a rejection',
      async () => {
        throw new Error('broken');
      },
    ],
  ];
  for (const [what, task] of defects) {
    it(`are unexpected errors: ${what}`, async () => {
      const outcome = await endOf(task);
      expect(E.isLeft(outcome) ? outcome.left : outcome).to.have.property('_tag', 'Unexpected');
    });
  }

  it('are results that are refused', async () => {
    const outcome = await endOf(TE.right(undefined), isObject);
    expect(E.isLeft(outcome) ? outcome.left : outcome).to.have.property('_tag', 'Unexpected');
    const object = { id: 'pi_1' };
    expect(await endOf(TE.right(object), isObject)).to.deep.equal(E.right(object));
  });
});

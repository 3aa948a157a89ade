import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import { amountProblem } from './amount-problem.js';
import { readCurrency } from './read-currency.js';

/** An amount in minor units, its currency in lower case. */
export type Money = { readonly amount: number; readonly currency: string };

/** What can be charged: an amount that its currency allows. */
export const readMoney = ({ amount, currency }: Money): E.Either<ApiError, Money> =>
  pipe(
    readCurrency(currency),
    E.flatMap((known) => {
      const problem = amountProblem(amount, known);
      return problem === null ? E.right({ amount, currency: known.code }) : E.left(problem);
    }),
  );

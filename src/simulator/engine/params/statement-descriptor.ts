import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type Param, refuseParam } from './param.js';
import { textUpTo } from './primitives.js';

const descriptor = textUpTo(22);
const forbidden = ['<', '>', '\\', "'", '"', '*'] as const;

/** The text of a payment on a card statement: at most 22 characters, at least one Latin letter. */
export const statementDescriptor: Param<string> = {
  read: (value, name) =>
    pipe(
      descriptor.read(value, name),
      E.flatMap((given) => {
        const wrong = forbidden.find((character) => given.includes(character));
        if (wrong !== undefined) {
          return refuseParam(`The statement descriptor cannot include ${wrong}.`, name);
        }
        return /[A-Za-z]/.test(given)
          ? E.right(given)
          : refuseParam(
              'The statement descriptor must contain at least one Latin character.',
              name,
            );
      }),
    ),
};

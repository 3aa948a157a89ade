import { expect } from 'chai';
import { at } from './at.js';
import type { Answer } from './call.js';

export type ExpectedFailure = {
  readonly status: number;
  readonly message: string;
  readonly code: string | null;
  readonly decline_code?: string;
  readonly payment_intent?: string;
  readonly charge?: string;
  readonly outcome?: 'not_done' | 'unknown';
};

/** Asserts the whole envelope of a failure outside production, where `stack` is some text. */
export const expectFailure = (
  answer: Answer,
  { status, message, code, ...facts }: ExpectedFailure,
): void => {
  expect(
    [answer.status, at(answer.body, 'message'), at(answer.body, 'code')],
    answer.text,
  ).to.deep.equal([status, message, code]);
  expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
  const stack = at(answer.body, 'stack');
  expect(stack, answer.text).to.be.a('string').with.length.greaterThan(0);
  expect(answer.body).to.deep.equal({
    status: false,
    message,
    code,
    ...facts,
    stack,
  });
};

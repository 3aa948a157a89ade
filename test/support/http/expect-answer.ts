import { expect } from 'chai';
import { at } from '../json/at.js';
import type { Answer } from './call.js';

type ExpectedFailure = {
  readonly status: number;
  readonly message: string;
  readonly code: string | null;
  readonly fields?: ReadonlyArray<string>;
  readonly field?: string;
  readonly decline_code?: string;
  /** The expected id, or a pattern for it. */
  readonly payment_intent?: string | RegExp;
  readonly setup_intent?: string | RegExp;
  readonly charge?: string | RegExp;
  readonly outcome?: 'not_done' | 'unknown';
  /** The expected hint, or a pattern for it. Absent: hints are not compared, because they are for people. */
  readonly hint?: string | RegExp;
};

const expectText = (value: unknown, expected: string | RegExp | undefined): void => {
  if (expected instanceof RegExp) expect(value).to.be.a('string').that.matches(expected);
  else expect(value).to.equal(expected);
};

/** Asserts the whole envelope of a failure outside production, where `stack` is any text. */
export const expectFailure = (answer: Answer, expected: ExpectedFailure): void => {
  const { status, message, code, payment_intent, setup_intent, charge, hint, ...facts } = expected;
  const { body, text } = answer;
  expect([answer.status, at(body, 'message'), at(body, 'code')], text).to.deep.equal([
    status,
    message,
    code,
  ]);
  expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
  const stack = at(body, 'stack');
  expect(stack, text).to.be.a('string').with.length.greaterThan(0);
  expectText(at(body, 'payment_intent'), payment_intent);
  expectText(at(body, 'setup_intent'), setup_intent);
  expectText(at(body, 'charge'), charge);
  const given = at(body, 'hint');
  if (hint !== undefined) expectText(given, hint);
  expect(body).to.deep.equal({
    status: false,
    message,
    code,
    ...(payment_intent === undefined ? {} : { payment_intent: at(body, 'payment_intent') }),
    ...(setup_intent === undefined ? {} : { setup_intent: at(body, 'setup_intent') }),
    ...(charge === undefined ? {} : { charge: at(body, 'charge') }),
    ...facts,
    ...(given === undefined ? {} : { hint: given }),
    stack,
  });
};

/** The failure for an invalid field, with whose name the message begins. */
export const invalidField = (message: string): ExpectedFailure => ({
  status: 400,
  message,
  code: 'invalid_field',
  field: message.split(/[ .]/)[0] ?? '',
});

/** Asserts the whole envelope of a success and returns its data. */
export const expectSuccess = (answer: Answer, status: number, message: string): unknown => {
  expect([answer.status, at(answer.body, 'message')], answer.text).to.deep.equal([status, message]);
  expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
  const data = at(answer.body, 'data');
  expect(data, answer.text).to.be.an(Array.isArray(data) ? 'array' : 'object');
  expect(answer.body).to.deep.equal({ status: true, statusCode: status, message, data });
  return data;
};

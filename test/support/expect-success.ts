import { expect } from 'chai';
import { at } from './at.js';
import type { Answer } from './call.js';

/** Asserts the whole envelope of a success and gives its data. */
export const expectSuccess = (answer: Answer, status: number, message: string): unknown => {
  expect([answer.status, at(answer.body, 'message')], answer.text).to.deep.equal([status, message]);
  expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
  const data = at(answer.body, 'data');
  expect(data, answer.text).to.be.an(Array.isArray(data) ? 'array' : 'object');
  expect(answer.body).to.deep.equal({ status: true, statusCode: status, message, data });
  return data;
};

import { expect } from 'chai';
import {
  createMatcher,
  type Endpoint,
} from '../../../../src/adapters/inbound/http/core/matcher.js';
import { otherMethods } from '../../../../src/adapters/inbound/http/other-methods.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import { requestWith } from '../../../support/http/request-with.js';

const endpoint = (method: string, path: string): Endpoint => ({
  method,
  path,
  handle: () => ({ status: 200, headers: {}, body: '' }),
});

const endpoints = [
  endpoint('GET', '/payments/:id'),
  endpoint('POST', '/payments/create'),
  endpoint('DELETE', '/payments/:id/hold'),
];

const answer = async (method: string, path: string) => {
  const all = [...endpoints, ...otherMethods(endpoints, { logger: silentLogger, verbose: false })];
  const found = createMatcher(all)(method, path);
  const answered = await found?.endpoint.handle(requestWith({ method, path }), {});
  return [answered?.status ?? 404, answered?.headers['allow']];
};

describe('otherMethods', () => {
  for (const [method, path, status, allow] of [
    ['GET', '/payments/1', 200, undefined],
    ['HEAD', '/payments/1', 200, undefined],
    ['POST', '/payments/1', 405, 'GET, HEAD'],
    ['PUT', '/payments/create', 405, 'GET, HEAD, POST'],
    ['HEAD', '/payments/1/hold', 405, 'DELETE'],
    ['OPTIONS', '/payments/1', 405, 'GET, HEAD'],
    ['GET', '/payments', 404, undefined],
  ] as const) {
    it(`${method} ${path} is ${status}`, async () => {
      expect(await answer(method, path)).to.deep.equal([status, allow]);
    });
  }
});

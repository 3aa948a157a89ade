import { expect } from 'chai';
import { routeNotFound } from '../../../../src/adapters/inbound/http/route-not-found.js';

const routes = [
  { method: 'POST', path: '/api/payments' },
  { method: 'GET', path: '/api/payments' },
  { method: 'POST', path: '/api/payments/refund' },
  { method: 'GET', path: '/api/payments/:id' },
  { method: 'GET', path: '/api/customers/:id' },
  { method: 'POST', path: '/api/webhooks/stripe' },
  { method: '*', path: '/api/*' },
];

describe('routeNotFound (decision E10)', () => {
  const near = (method: string, path: string, below?: string) => {
    const error = routeNotFound(routes, { method, path }, below);
    return error._tag === 'RouteNotFound' ? error.near : undefined;
  };

  for (const [method, path, expected] of [
    ['POST', '/api/payment', 'POST /api/payments'],
    ['GET', '/api/payment', 'GET /api/payments'],
    ['POST', '/payments', 'POST /api/payments'],
    ['POST', '/api/refunds', 'POST /api/payments/refund'],
    ['POST', '/v1/payments/refund', 'POST /api/payments/refund'],
    ['GET', '/api/customer/cus_1', 'GET /api/customers/:id'],
    ['POST', '/api/webhook/stripe', 'POST /api/webhooks/stripe'],
    ['GET', '/favicon.ico', undefined],
    ['GET', '/nada', undefined],
    ['GET', '/', undefined],
    ['GET', `/${'a/'.repeat(50)}payments`, undefined],
  ] as const) {
    it(`names ${expected ?? 'no route'} for ${method} ${path.slice(0, 30)}`, () => {
      expect(near(method, path)).to.equal(expected);
    });
  }

  it('names the route below the mount of the interface', () => {
    expect(near('POST', '/shop/api/payment', '/api/payment')).to.equal('POST /shop/api/payments');
  });
});

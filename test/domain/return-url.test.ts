import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { ReturnUrl } from '../../src/domain/return-url.js';
import { longText, patienceMs, took } from '../support/time/took.js';

const taken = [
  'https://shop.example/orders/42',
  'http://127.0.0.1:3000/back?order=42&x=1#top',
  'https://shop.example',
  'https://shop.example?a=b',
  'shop-app://orders/42',
  'com.example.shop://back',
  'shopapp://',
];

const refused: ReadonlyArray<unknown> = [
  '',
  '/orders/42',
  '//shop.example/orders',
  'orders',
  'shop.example/orders',
  'https://',
  'https:///orders',
  'https://?a=b',
  'http://',
  'https:shop.example',
  'https://shop.example/a b',
  'https://shop.example/\nSet-Cookie: a=b',
  ' https://shop.example',
  'javascript:alert(1)',
  'javascript://shop.example/%0aalert(1)',
  'vbscript://shop.example/',
  'data:text/html,<script>alert(1)</script>',
  'data://text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'blob:https://shop.example/1',
  'blob://shop.example/1',
  'view-source://shop.example',
  'about://blank',
  'JavaScript://shop.example/%0aalert(1)',
  42,
  null,
  ['https://shop.example'],
  {},
];

describe('ReturnUrl', () => {
  for (const url of taken) {
    it(`accepts ${url}`, () => expect(ReturnUrl.refine(url)).to.deep.equal(E.right(url)));
  }

  for (const url of refused) {
    it(`refuses ${JSON.stringify(url)}`, () => {
      expect(ReturnUrl.refine(url)).to.deep.equal(E.left({ _tag: 'NotA', expected: 'url' }));
    });
  }

  it('refuses a long text in linear time', async () => {
    for (const start of ['https://', 'https://a', 'app://', 'a']) {
      const url = `${start}${'a'.repeat(longText)} `;
      expect(await took(() => expect(ReturnUrl.is(url)).to.equal(false))).to.be.below(patienceMs);
    }
  });
});

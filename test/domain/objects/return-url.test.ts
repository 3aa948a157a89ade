import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import {
  isAppScheme,
  leadsToPage,
  ReturnUrl,
  schemeOf,
} from '../../../src/domain/objects/return-url.js';
import { longText, patienceMs, took } from '../../support/time/took.js';

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
  'https://ana:secret@shop.example/',
  'https://@shop.example',
  'shop-app://ana@orders',
  'https://shop.example\\@other.example/',
  'https:\\\\shop.example',
  'https://shop.example/a\\b',
  'shop-app://a\\b',
  'https://shop.example/\u0000',
  'https://shop.example/\u007f',
  'https://shop\u2028.example/',
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

  it('is told from its scheme', () => {
    expect(schemeOf('https://shop.example')).to.equal('https');
    expect(schemeOf('shop-app://orders')).to.equal('shop-app');
  });

  it('refuses a long text in linear time', async () => {
    for (const start of ['https://', 'https://a', 'app://', 'a']) {
      const url = `${start}${'a'.repeat(longText)} `;
      expect(await took(() => expect(ReturnUrl.is(url)).to.equal(false))).to.be.below(patienceMs);
    }
  });
});

describe('a URL that a page may lead to', () => {
  it('is every ReturnUrl, also with a user', () => {
    for (const url of [...taken, 'https://ana:secret@shop.example/']) {
      expect(leadsToPage(url), url).to.equal(true);
    }
  });

  it('is none that a browser would run', () => {
    for (const url of ['javascript:alert(1)', 'javascript://a/%0aalert(1)', 'data:,a', '//a', '']) {
      expect(leadsToPage(url), url).to.equal(false);
    }
  });
});

describe('the scheme of an app', () => {
  it('is none that browsers open themselves', () => {
    for (const scheme of ['myapp', 'com.example.shop', 'a+b-c', 'httpsx', 'javascript2']) {
      expect(isAppScheme(scheme), scheme).to.equal(true);
    }
    for (const scheme of ['https', 'http', 'javascript', 'data', '', 'My', 'a:', 'a b', '1a', 7]) {
      expect(isAppScheme(scheme), String(scheme)).to.equal(false);
    }
  });
});

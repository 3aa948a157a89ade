import { expect } from 'chai';
import { redact } from '../../../src/domain/text/redact.js';

// Built from parts, so that no secret scanner takes them for real ones.
const key = (kind: string, rest = 'test_abc123'): string => [kind, rest].join('_');
const secretOf = (id: string, rest = 'XyZ12'): string => [id, 'secret', rest].join('_');

describe('redact (decision A9)', () => {
  const hidden: ReadonlyArray<readonly [text: string, shown: string]> = [
    ['card 4242 4242 4242 4242', 'card [number]'],
    ['cvc=123', 'cvc=[code]'],
    ['{"cvc":"123"}', '{"cvc":"[code]"}'],
    ['{"cvc":123}', '{"cvc":[code]}'],
    [String.raw`{\"cvc\":\"1234\"}`, String.raw`{\"cvc\":\"[code]\"}`],
    ["{ cvc: '314' }", "{ cvc: '[code]' }"],
    ['card[cvc]=123&x=1', 'card[cvc]=[code]&x=1'],
    ['card%5Bcvc%5D=123', 'card%5Bcvc%5D=[code]'],
    ['the cvc is 1 2 3', 'the cvc is [code]'],
    ['CVV2: １２３', 'CVV2: [code]'],
    ['security code was "0123"', 'security code was "[code]"'],
    ['ſecurity code: 123', 'ſecurity code: [code]'],
    ['verification value 123', 'verification value [code]'],
    ['passphrase: hunter', 'passphrase: [removed]'],
    ['código de seguridad: 123', 'código de seguridad: [code]'],
    [secretOf('pi_3Mabc'), 'pi_3Mabc_secret_[removed]'],
    [secretOf('seti_1', 'a'), 'seti_1_secret_[removed]'],
    [secretOf('cs_test_a1', 'fidw%2Fabc'), 'cs_test_a1_secret_[removed]'],
    [
      'https://checkout.stripe.com/c/pay/cs_test_a1#fidkdWxOYHwnPyd1',
      'https://checkout.stripe.com/c/pay/cs_test_a1#[removed]',
    ],
    [`no such key: ${key('sk')}.`, 'no such key: [key].'],
    [`_${key('rk', 'live_a')}, ${key('pk')}, ${key('ek')}`, '_[key], [key], [key]'],
    [`${key('whsec', 'ab+/c=')}!`, '[key]!'],
    ['Bearer abc123', 'Bearer [removed]'],
    ['authorization: bearer eyJhbGci.eyJz.s-g', 'authorization: bearer [removed]'],
    [`Bearer ${'x'.repeat(20)}`, 'Bearer [removed]'],
    [`Authorization: Basic ${btoa(`${key('sk')}:`)}`, 'Authorization: Basic [removed]'],
    [`basic%20${btoa('shop:open sesame')}`, 'basic%20[removed]'],
    ['postgres://shop:p@ss@db:5432/shop', 'postgres://[removed]@db:5432/shop'],
    ['password=hunter two', 'password=[removed] two'],
    ['{"password":"hunter"}', '{"password":"[removed]"}'],
  ];
  for (const [text, shown] of hidden) {
    it(`shows ${text} as ${shown}`, () => {
      expect(redact(text)).to.equal(shown);
    });
  }

  for (const text of [
    'number, exp_month, exp_year y cvc son requeridos',
    'cvc_check: fail, incorrect_cvc, param card[cvc]',
    'cvc failed on 2026-11-22',
    'risk_level of task_id, whsec_, sk_... or sk_test_...',
    'pi_1 without client_secret',
    'bearer keys are missing: WWW-Authenticate: Bearer',
    'basic authentication failed: WWW-Authenticate: Basic realm="Shop 1"',
    'postgres://<user>:<password>@<host>/<database>',
    'https://shop.example/a@b?mail=a@b.example',
    'password authentication failed for user "shop"',
    'línea única',
  ]) {
    it(`leaves ${text} as it is`, () => {
      expect(redact(text)).to.equal(text);
    });
  }

  it('shows what it has redacted in the same way', () => {
    for (const [, shown] of hidden) expect(redact(shown)).to.equal(shown);
  });

  it('takes a time that grows with the length of the text', () => {
    // Texts of this size would take minutes if a pattern began anew at every character.
    for (const part of ['://', 'cvc ', 'cvc=', 'bearer a', 'a@', '_secret_', 'sk_', 'password="']) {
      const text = part.repeat(100_000 / part.length);
      expect(redact(text)).to.satisfy((shown: string) => shown.length <= 2 * text.length);
    }
  });
});

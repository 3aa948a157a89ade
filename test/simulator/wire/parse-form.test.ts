import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { parseForm } from '../../../src/simulator/wire/parse-form.js';
import { seed } from '../../support/inputs/seed.js';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const forms: ReadonlyArray<readonly [text: string, form: object]> = [
  ['', {}],
  ['name=Ana', { name: 'Ana' }],
  ['name=Ana+Mar%C3%ADa%2B', { name: 'Ana María+' }],
  ['name=', { name: '' }],
  ['name', { name: '' }],
  ['card[number]=4242&card[cvc]=1', { card: { number: '4242', cvc: '1' } }],
  ['card%5Bnumber%5D=4242', { card: { number: '4242' } }],
  ['a[b][c][d]=1', { a: { b: { c: { d: '1' } } } }],
  ['expand[]=x&expand[]=y', { expand: { 0: 'x', 1: 'y' } }],
  ['expand[1]=y&expand[0]=x', { expand: { 0: 'x', 1: 'y' } }],
  ['metadata[6735]=a&metadata[b]=c', { metadata: { 6735: 'a', b: 'c' } }],
  ['created[gte]=1&created[lt]=2', { created: { gte: '1', lt: '2' } }],
  ['name=first&name=last', { name: 'last' }],
  ['note=a%5Bb%5D%3Dc', { note: 'a[b]=c' }],
  ['__proto__[polluted]=1&metadata[__proto__]=1', { metadata: {} }],
  ['constructor=1&hasOwnProperty=2', { constructor: '1', hasOwnProperty: '2' }],
  ['a[b][]=x&a[b][]=y&a[c]=z', { a: { b: { 0: 'x', 1: 'y' }, c: 'z' } }],
  ['a[b]=x&a[]=y', { a: { b: 'x', 0: 'y' } }],
  ['a=1&a[b]=2', { a: { 0: '1', 1: { b: '2' } } }],
  ['a[b][c]=1&a[b]=2', { a: { b: { 0: { c: '1' }, 1: '2' } } }],
  ['a[b]=1&a[b][c]=2', { a: { b: { 0: '1', 1: { c: '2' } } } }],
  ['note=a]=b', { 'note=a]': 'b' }],
];

describe('a form', () => {
  for (const [text, form] of forms) {
    it(`is parsed by its brackets: ${text}`, () => {
      const parsed = parseForm(text);
      expect(E.isRight(parsed) && plain(parsed.right)).to.deep.equal(plain(form));
    });
  }

  it('keeps a list of any length', () => {
    const text = Array.from({ length: 1500 }, (_, index) => `expand[]=${index}`).join('&');
    const parsed = parseForm(text);
    const list = E.isRight(parsed) ? Object.values(parsed.right['expand'] ?? {}) : [];
    expect(list).to.deep.equal(Array.from({ length: 1500 }, (_, index) => String(index)));
  });

  it('keeps any number of lists', () => {
    const names = Array.from({ length: 5000 }, (_, index) => `list${index}`);
    const parsed = parseForm(names.map((name) => `${name}[]=x`).join('&'));
    const lists = names.map((name) => [name, { 0: 'x' }] as const);
    expect(E.isRight(parsed) && plain(parsed.right)).to.deep.equal(Object.fromEntries(lists));
  });

  it('means the same with empty parts, and with an escaped name, which makes no form regular', () => {
    const name = fc.constantFrom(
      'a',
      'b',
      '0',
      '01',
      '__proto__',
      'constructor',
      '',
      'x.y',
      'é',
      '%C3%A9',
    );
    const inner = fc
      .tuple(fc.constantFrom('[', '%5B', '%255B'), name, fc.constantFrom(']', '%5d', ''))
      .map((parts) => parts.join(''));
    const value = fc.constantFrom(
      '',
      '1',
      'x=y',
      'x]=y',
      '[x]',
      '%5D=',
      '%41+b',
      '%',
      '%26',
      '\u0000',
    );
    const part = fc
      .tuple(name, fc.array(inner, { maxLength: 3 }), fc.constantFrom('=', '=', '=', ''), value)
      .map(([first, rest, sign, text]) => [first, ...rest, sign, text].join(''));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const form = parts.join('&');
        const parsed = (text: string) => JSON.stringify(parseForm(text));
        expect(parsed(form), form).to.equal(parsed(`${form}&`));
        expect(parsed(form), form).to.equal(parsed(`&${form}&&`));
        expect(parsed(`${form}&z=1`), form).to.equal(parsed(`${form}&%7A=1`));
      }),
      { seed, numRuns: 1000 },
    );
  });

  const problem = (text: string): string => {
    const parsed = parseForm(text);
    return E.isLeft(parsed) ? parsed.left.error.message : 'accepted';
  };

  it('has at most 10,000 parameters', () => {
    const most = 'Invalid request: a request can have at most 10000 parameters.';
    expect(problem('expand[]=a&'.repeat(90_000))).to.equal(most);
    expect(problem('&'.repeat(10_000))).to.equal(most);
    expect(problem('a=1&'.repeat(9999))).to.equal('accepted');
  });

  it('has at most 1,000 parameters with irregular names, for which there is only a slow parser', () => {
    const most = 'Invalid request: a request can have at most 1000 parameters.';
    expect(problem(`%7A=1&${'expand[]=a&'.repeat(9000)}`)).to.equal(most);
    expect(problem(`%7A=1&${'expand[]=a&'.repeat(900)}`)).to.equal('accepted');
  });

  it('mixes names and positions of a list in any order', () => {
    for (const [text, form] of [
      ['a[]=x&a[b][]=y', { a: { 0: 'x', b: { 0: 'y' } } }],
      ['a[b][c]=1&a[b][]=2', { a: { b: { 0: '2', c: '1' } } }],
    ] as const) {
      const parsed = parseForm(text);
      expect(E.isRight(parsed) && plain(parsed.right)).to.deep.equal(form);
    }
  });
});

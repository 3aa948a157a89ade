import { expect } from 'chai';
import { traceHeadersOf, traceIdOf } from '../../src/application/trace-headers.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${parentId}-01`;

const card = '4242424242424242';

describe('traceHeadersOf', () => {
  const taken: ReadonlyArray<readonly [given: string, taken: string]> = [
    [traceparent, traceparent],
    [`00-${traceId}-${parentId}-00`, `00-${traceId}-${parentId}-00`],
    [`00-${traceId}-${parentId}-ff`, `00-${traceId}-${parentId}-ff`],
    [
      '00-12345678901234567890123456789012-1234567890123456-01',
      '00-12345678901234567890123456789012-1234567890123456-01',
    ],
    // A run of its digits passes for a card number.
    [`00-${card}${card}-${parentId}-01`, `00-${card}${card}-${parentId}-01`],
    [`cc-${traceId}-${parentId}-01`, traceparent],
    [`cc-${traceId}-${parentId}-09-what-the-future-brings`, traceparent],
    [`01-${traceId}-${parentId}-02-`, `00-${traceId}-${parentId}-00`],
  ];
  for (const [given, result] of taken) {
    it(`takes ${given}`, () => {
      expect(traceHeadersOf({ traceparent: given })).to.deep.equal({ traceparent: result });
    });
  }

  const refused: ReadonlyArray<readonly [why: string, given: unknown]> = [
    ['nothing', undefined],
    ['an empty text', ''],
    ['version ff', `ff-${traceId}-${parentId}-01`],
    ['more than version 00 has', `${traceparent}-00`],
    ['a trailing hyphen in version 00', `${traceparent}-`],
    ['a later version whose flags go on', `01-${traceId}-${parentId}-011`],
    ['the trace id zero', `00-${'0'.repeat(32)}-${parentId}-01`],
    ['the parent id zero', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['capital letters', traceparent.toUpperCase()],
    ['no hexadecimal digits', traceparent.replace('a', 'g')],
    ['a short trace id', `00-${traceId.slice(1)}-${parentId}-01`],
    ['a long trace id', `00-0${traceId}-${parentId}-01`],
    ['a short parent id', `00-${traceId}-${parentId.slice(1)}-01`],
    ['no flags', `00-${traceId}-${parentId}`],
    ['one digit of flags', `00-${traceId}-${parentId}-1`],
    ['a space before', ` ${traceparent}`],
    ['a line end after', `${traceparent}\n`],
    ['a line end and a header after a later version', `01${traceparent.slice(2)}\r\nx: y`],
    ['two headers, as Node joins them', `${traceparent}, ${traceparent}`],
    ['two headers in a list', [traceparent, traceparent]],
    ['other separators', traceparent.replaceAll('-', '_')],
    ['digits of another script', traceparent.replace('7', '٧')],
    ['a card number', `00-${traceId}-${card}-01`],
    ['much', '0'.repeat(100_000)],
  ];
  for (const [why, given] of refused) {
    it(`refuses ${why}`, () => {
      expect(traceHeadersOf({ traceparent: given, tracestate: 'a=1' })).to.equal(undefined);
    });
  }

  const manyMembers = (count: number) =>
    Array.from({ length: count }, (_, index) => `k${index}=v`).join(',');

  for (const tracestate of [
    'rojo=00f067aa0ba902b7',
    'rojo=00f067aa0ba902b7, congo=t61rcWkgMzE',
    'fw529a3039@dt=FfAAAAAA_aw,0key=!~',
    manyMembers(32),
    `k=${'v'.repeat(256)}`,
  ]) {
    it(`takes the tracestate ${tracestate.slice(0, 60)}`, () => {
      expect(traceHeadersOf({ traceparent, tracestate })).to.deep.equal({
        traceparent,
        tracestate,
      });
    });
  }

  const otherStates: ReadonlyArray<readonly [why: string, given: unknown]> = [
    ['of 33 members', manyMembers(33)],
    ['of more than 512 characters', `a=${'v'.repeat(256)},b=${'v'.repeat(256)}`],
    ['with a long value', `k=${'v'.repeat(257)}`],
    ['with a long key', `${'k'.repeat(257)}=v`],
    ['without a value', 'a='],
    ['without a key', '=a'],
    ['with a capital key', 'A=1'],
    ['with the same key twice', 'a=1,a=2'],
    ['with a second equals sign', 'a=1=2'],
    ['with a line end', 'a=1\nb'],
    ['with a letter outside ASCII', 'a=ñ'],
    ['with a card number', `a=${card}`],
    ['with a key', `a=${'sk'}_live_abcdef12345`],
    ['that is empty', ''],
    ['that is a list', ['a=1']],
  ];
  for (const [why, tracestate] of otherStates) {
    it(`drops a tracestate ${why}, and keeps the trace`, () => {
      expect(traceHeadersOf({ traceparent, tracestate })).to.deep.equal({ traceparent });
    });
  }
});

describe('traceIdOf', () => {
  it('is the second field', () => expect(traceIdOf({ traceparent })).to.equal(traceId));
});

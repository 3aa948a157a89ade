import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { RawBody } from '../../../src/domain/events/received-event.js';
import { CustomerId } from '../../../src/domain/ids.js';
import { pageLimit } from '../../../src/domain/input/list.js';
import { UnixSeconds } from '../../../src/domain/input/moment.js';
import { flag, oneOf, printable, text, wholeNumber } from '../../../src/domain/input/primitives.js';
import { Euros, MinorUnits } from '../../../src/domain/money/money.js';
import { ReturnUrl } from '../../../src/domain/objects/return-url.js';
import { decoded } from '../../support/inputs/decoded.js';
import { seed } from '../../support/inputs/seed.js';

type Decoder = {
  readonly refine: (value: unknown) => E.Either<unknown, unknown>;
  readonly decode: (value: unknown) => E.Either<unknown, unknown>;
};

const bytes = new Uint8Array([123, 125]);

const fields = {
  text: {
    field: text('A text'),
    taken: [
      ['', ''],
      ['Ada', 'Ada'],
      ['<b>', '<b>'],
    ],
    refused: [1, true, null, undefined, [], ['a'], {}],
    as: { _tag: 'NotA', expected: 'text' },
  },
  flag: {
    field: flag('A flag'),
    taken: [
      [true, true],
      [false, false],
    ],
    refused: ['true', 'false', 1, 0, null, '', [], {}],
    as: { _tag: 'NotA', expected: 'boolean' },
  },
  oneOf: {
    field: oneOf(['duplicate', 'fraudulent'], 'A reason'),
    taken: [
      ['duplicate', 'duplicate'],
      ['fraudulent', 'fraudulent'],
    ],
    refused: ['Duplicate', 'duplicate ', '', 'other', 0, null, ['duplicate'], {}],
    as: { _tag: 'NotOneOf', values: ['duplicate', 'fraudulent'] },
  },
  wholeNumber: {
    field: wholeNumber('A number'),
    taken: [
      [0, 0],
      [12, 12],
      ['12', 12],
      ['012', 12],
      ['999999999999999', 999_999_999_999_999],
    ],
    refused: [
      -1,
      1.5,
      Number.NaN,
      2 ** 53,
      '',
      '-1',
      '1.5',
      '1e2',
      ' 1',
      '0x1',
      '1'.repeat(16),
      null,
      true,
      [12],
    ],
    as: { _tag: 'NotA', expected: 'integer' },
  },
  UnixSeconds: {
    field: UnixSeconds,
    taken: [
      [0, 0],
      [1_700_000_000, 1_700_000_000],
    ],
    refused: ['1700000000', 1.5, 2 ** 53, Number.NaN, null, new Date(0)],
    as: { _tag: 'NotA', expected: 'unix-seconds' },
  },
  RawBody: {
    field: RawBody,
    taken: [
      ['', ''],
      ['{}', '{}'],
      [bytes, bytes],
      [bytes.buffer, new Uint8Array(bytes.buffer)],
      [new DataView(bytes.buffer, 1), new Uint8Array(bytes.buffer, 1)],
    ],
    refused: [{}, [], 1, null, undefined],
    as: { _tag: 'NotA', expected: 'raw-body' },
  },
  printable: {
    field: printable('A name'),
    taken: [
      ['evt_1', 'evt_1'],
      [' ~', ' ~'],
      ['x'.repeat(255), 'x'.repeat(255)],
    ],
    refused: ['', 'x'.repeat(256), 'evt_\u0000', 'a\nb', 'ñ', 1, null, undefined],
    as: { _tag: 'NotA', expected: 'printable' },
  },
} as const;

describe('fields', () => {
  for (const [name, { field, taken, refused, as }] of Object.entries(fields)) {
    it(`${name} accepts valid values`, () => {
      for (const [written, value] of taken) {
        expect(field.refine(written), String(written)).to.deep.equal(E.right(value));
      }
    });

    it(`${name} refuses other values, and says why`, () => {
      for (const value of refused) {
        expect(field.refine(value), JSON.stringify(value)).to.deep.equal(E.left(as));
      }
    });
  }

  const every: ReadonlyArray<Decoder> = [
    ...Object.values(fields).map(({ field }) => field),
    CustomerId,
    Euros,
    MinorUnits,
    ReturnUrl,
    pageLimit(20),
  ];

  it('decode, as io-ts codecs, exactly what they refine', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...every), (value, field) => {
        const refined = field.refine(value);
        const result = field.decode(value);
        expect(E.isRight(result)).to.equal(E.isRight(refined));
        if (E.isRight(refined)) expect(result).to.deep.equal(refined);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('encode a value so that it decodes to the same value', () => {
    expect(CustomerId.encode(decoded(CustomerId, 'cus_1'))).to.equal('cus_1');
    expect(Euros.encode(decoded(Euros, 19.9))).to.equal('19.90');
    expect(MinorUnits.encode(decoded(MinorUnits, 500))).to.equal(500);
    expect(ReturnUrl.encode('https://shop.example/42')).to.equal('https://shop.example/42');
    expect(pageLimit(20).encode(5)).to.equal(5);
    expect(fields.text.field.encode('Ada')).to.equal('Ada');
    expect(fields.flag.field.encode(true)).to.equal(true);
    expect(fields.oneOf.field.encode('duplicate')).to.equal('duplicate');
    expect(fields.wholeNumber.field.encode(12)).to.equal(12);
    expect(UnixSeconds.encode(1_700_000_000)).to.equal(1_700_000_000);
    expect(RawBody.encode(bytes)).to.equal(bytes);
  });

  it('never keep a refused value, which may be a card number', () => {
    const card = '4242 4242 4242 4242';
    const refusals = every
      .flatMap((field) => [field.refine(card), field.refine([card]), field.refine({ card })])
      .filter(E.isLeft);
    expect(refusals.length).to.be.greaterThan(10);
    expect(JSON.stringify(refusals)).not.to.include('4242');
  });
});

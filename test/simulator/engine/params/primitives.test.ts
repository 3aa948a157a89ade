import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../../../../src/simulator/engine/errors.js';
import { metadataParam } from '../../../../src/simulator/engine/params/metadata.js';
import { createdRange } from '../../../../src/simulator/engine/params/page.js';
import type { Param, WireValue } from '../../../../src/simulator/engine/params/param.js';
import {
  booleanParam,
  enumParam,
  integerParam,
  listParam,
  simulatedEnumParam,
  textOrHash,
  textParam,
  textUpTo,
  unsettable,
} from '../../../../src/simulator/engine/params/primitives.js';
import { notSimulated, shape } from '../../../../src/simulator/engine/params/shape.js';
import { took } from '../../../support/time/took.js';

const kinds = {
  text: textParam,
  textUpTo3: textUpTo(3),
  integer: integerParam,
  flag: booleanParam,
  oneOf: enumParam('one', 'two', 'three'),
  oneOfTwo: enumParam('one', 'two'),
  oneSimulatedOf: simulatedEnumParam(['card'], ['link', 'pix']),
  listOfText: listParam(textParam),
  listOfIntegers: listParam(integerParam),
  unsettableText: unsettable(textParam),
  unsettableList: unsettable(listParam(textParam)),
  integerOrHash: textOrHash(integerParam, shape({ a: textParam })),
  metadata: metadataParam,
  createdRange,
  notSimulated: notSimulated('coupon').coupon,
} as const satisfies { readonly [name: string]: Param<unknown> };

const emptyText =
  "You passed an empty string for 'x'. We assume empty values are an attempt to unset a parameter; however 'x' cannot be unset. You should remove 'x' from your request or supply a non-empty value.";

type Kind = keyof typeof kinds;

const taken: ReadonlyArray<readonly [Kind, WireValue, unknown]> = [
  ['text', 'a', 'a'],
  ['text', ' ', ' '],
  ['text', 'a'.repeat(5000), 'a'.repeat(5000)],
  ['textUpTo3', 'abc', 'abc'],
  ['integer', '0', 0],
  ['integer', '-0', 0],
  ['integer', '-12', -12],
  ['integer', '007', 7],
  ['integer', '9007199254740991', 9_007_199_254_740_991],
  ['flag', 'true', true],
  ['flag', 'false', false],
  // stripe-python before 12.0.1 sends these, and Stripe takes them: stripe-python #1499, stripe-dotnet #3104.
  ['flag', 'True', true],
  ['flag', 'False', false],
  ['oneOf', 'two', 'two'],
  ['oneSimulatedOf', 'card', 'card'],
  ['listOfText', ['a', 'b'], ['a', 'b']],
  ['listOfText', [], []],
  ['listOfText', { 0: 'a', 1: 'b' }, ['a', 'b']],
  ['listOfText', { 12: 'c', 2: 'b', 0: 'a' }, ['a', 'b', 'c']],
  ['listOfIntegers', ['1', '-2'], [1, -2]],
  ['unsettableText', '', ''],
  ['unsettableText', 'a', 'a'],
  ['unsettableList', '', ''],
  ['unsettableList', ['a'], ['a']],
  ['integerOrHash', '5', 5],
  ['integerOrHash', { a: 'b' }, { a: 'b' }],
  ['metadata', '', ''],
  ['metadata', { order: '6735', gone: '' }, { order: '6735', gone: '' }],
  ['createdRange', '1700000000', 1_700_000_000],
  ['createdRange', { gte: '1', lt: '9' }, { gte: 1, lt: 9 }],
];

const refused: ReadonlyArray<
  readonly [Kind, WireValue, string, { readonly code?: string; readonly param?: string }?]
> = [
  ['text', '', emptyText, { code: 'parameter_invalid_empty' }],
  [
    'listOfText',
    Object.fromEntries(Array.from({ length: 101 }, (_, index) => [index, 'a'])),
    'Array x exceeded maximum 100 allowed elements.',
  ],
  ['text', ['a'], 'Invalid string'],
  ['text', { a: 'b' }, 'Invalid string'],
  [
    'text',
    'a'.repeat(5001),
    'Invalid string: aaaaaaaaaaaaaaaaaaaa...; x must be at most 5000 characters',
    { code: 'parameter_invalid_string' },
  ],
  [
    'textUpTo3',
    'abcd',
    'Invalid string: abcd...; x must be at most 3 characters',
    { code: 'parameter_invalid_string' },
  ],
  [
    'textUpTo3',
    '4242 4242 4242 4242',
    'Invalid string: [number]...; x must be at most 3 characters',
    { code: 'parameter_invalid_string' },
  ],
  ...['7840.000000000001', '1e3', '0x10', '1,000', ' 1', 'ten'].map(
    (given): (typeof refused)[number] => [
      'integer',
      given,
      `Invalid integer: ${given}`,
      { code: 'parameter_invalid_integer' },
    ],
  ),
  [
    'integer',
    '9007199254740992',
    'Invalid integer: [number]',
    { code: 'parameter_invalid_integer' },
  ],
  ['integer', '', 'Invalid integer: ', { code: 'parameter_invalid_integer' }],
  ['integer', ['1'], 'Invalid integer: an object', { code: 'parameter_invalid_integer' }],
  ['flag', 'yes', 'Invalid boolean: yes'],
  ['flag', 'TRUE', 'Invalid boolean: TRUE'],
  ['flag', '', 'Invalid boolean: '],
  ['flag', { a: 'true' }, 'Invalid boolean: an object'],
  ['oneOf', 'four', 'Invalid x: must be one of one, two, or three'],
  ['oneOf', '', 'Invalid x: must be one of one, two, or three'],
  ['oneOf', ['one'], 'Invalid x: must be one of one, two, or three'],
  ['oneOfTwo', 'three', 'Invalid x: must be one of one or two'],
  ['oneSimulatedOf', 'pix', 'This simulator does not simulate the x: pix'],
  ['oneSimulatedOf', 'cash', 'Invalid x: must be one of card, link, or pix'],
  ['oneSimulatedOf', ['card'], 'Invalid x: must be one of card, link, or pix'],
  ['listOfText', 'a', 'Invalid array'],
  ['listOfText', '', emptyText, { code: 'parameter_invalid_empty' }],
  ['listOfText', { a: 'b' }, 'Invalid array'],
  ['listOfText', { '-1': 'a' }, 'Invalid array'],
  ['listOfText', { '01': 'a' }, 'Invalid array'],
  ['listOfText', ['a', ['b']], 'Invalid string', { param: 'x[1]' }],
  [
    'listOfIntegers',
    { 0: '1', 1: 'b' },
    'Invalid integer: b',
    { code: 'parameter_invalid_integer', param: 'x[1]' },
  ],
  ['unsettableList', 'a', 'Invalid array'],
  ['integerOrHash', 'a', 'Invalid integer: a', { code: 'parameter_invalid_integer' }],
  ['integerOrHash', ['1'], 'Invalid object'],
  [
    'integerOrHash',
    { b: 'c' },
    'Received unknown parameter: x[b]',
    { code: 'parameter_unknown', param: 'x[b]' },
  ],
  ['metadata', 'a', 'Invalid metadata: must be keys and text'],
  ['metadata', ['a'], 'Invalid metadata: must be keys and text'],
  ['metadata', { a: { b: 'c' } }, 'Invalid metadata: must be keys and text'],
  [
    'createdRange',
    { gte: 'yesterday' },
    'Invalid integer: yesterday',
    { code: 'parameter_invalid_integer', param: 'x[gte]' },
  ],
  [
    'createdRange',
    { after: '1' },
    'Received unknown parameter: x[after]',
    { code: 'parameter_unknown', param: 'x[after]' },
  ],
  ['notSimulated', '20OFF', 'This simulator does not simulate the parameter: x'],
  ['notSimulated', '', 'This simulator does not simulate the parameter: x'],
];

const read = (kind: Kind, given: WireValue): E.Either<ApiError, unknown> =>
  kinds[kind].read(given, 'x');

const shown = (value: WireValue): string => JSON.stringify(value).slice(0, 40);

describe('a parameter', () => {
  for (const [kind, given, expected] of taken) {
    it(`${kind} accepts ${shown(given)}`, () => {
      expect(read(kind, given)).to.deep.equal(E.right(expected));
    });
  }

  for (const [kind, given, message, { code, param = 'x' } = {}] of refused) {
    it(`${kind} refuses ${shown(given)}: ${message.slice(0, 60)}`, () => {
      const outcome = read(kind, given);
      if (E.isRight(outcome)) throw new Error(`taken: ${JSON.stringify(outcome.right)}`);
      const { status, error } = outcome.left;
      expect(status).to.equal(400);
      expect(error).to.include({ type: 'invalid_request_error', message, param });
      expect(error.code).to.equal(code);
      expect(error.doc_url).to.equal(
        code && `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
      );
    });
  }
});

describe('a list of a form of 1 MB', () => {
  it('is read in a moment, because one request must not hold up all others', async () => {
    const items = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [index, 'a']));
    const list = listParam(textParam, 60_000);
    const reading = took(() => expect(E.isRight(list.read(items, 'expand'))).to.equal(true));
    expect(await reading).to.be.lessThan(2000);
  });
});

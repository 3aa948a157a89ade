import { expect } from 'chai';
import {
  declaresUtf8,
  mediaTypeOf,
} from '../../../../../src/adapters/inbound/http/core/media-type.js';
import { requestWith } from '../../../../support/http/request-with.js';

const typed = (type: string) => requestWith({ headers: { 'content-type': type } });

describe('mediaTypeOf', () => {
  it('returns the type without parameters, in lower case', () => {
    expect(mediaTypeOf(typed('Application/JSON ; charset=x'))).to.equal('application/json');
  });

  it('returns the empty string without a valid type', () => {
    for (const type of ['', ';;;', 'json', 'a/b/c', 'a b/c']) {
      expect(mediaTypeOf(typed(type)), type).to.equal('');
    }
    expect(mediaTypeOf(requestWith({}))).to.equal('');
  });
});

describe('declaresUtf8', () => {
  it('accepts UTF-8, no charset, and a charset that is not written correctly', () => {
    for (const type of [
      'a/b',
      'a/b; charset=utf-8',
      'a/b;charset="UTF-8"',
      String.raw`a/b; charset="u\tf8"`,
      'a/b; charset="',
      'a/b; charset=latin1; x',
      'a/b; charset=latin1; charset=utf8',
    ]) {
      expect(declaresUtf8(typed(type)), type).to.equal(true);
    }
  });

  it('refuses another charset', () => {
    for (const type of ['a/b; charset=latin1', 'a/b; x="; charset=utf8"; CHARSET="utf-16"']) {
      expect(declaresUtf8(typed(type)), type).to.equal(false);
    }
  });
});

import { expect } from 'chai';
import {
  fillPlaceholders,
  placeholderProblems,
  placeholdersIn,
} from '../../../src/torture/options/placeholders.js';

describe('placeholders', () => {
  for (const { text, filled } of [
    { text: '{port}', filled: '4000' },
    { text: 'http://localhost:{port}/{folder}', filled: 'http://localhost:4000//tmp/x' },
    { text: '{{port}}', filled: '{port}' },
    { text: 'echo ${port}', filled: 'echo ${port}' },
    { text: '{"port":1}', filled: '{"port":1}' },
    { text: '{"at":{"port":"{port}"}}', filled: '{"at":{"port":"4000"}}' },
    { text: '[a-z]{2,3}', filled: '[a-z]{2,3}' },
    { text: '{proxy}', filled: '{proxy}' },
    { text: '{prot}', filled: '{prot}' },
  ]) {
    it(`are filled: ${text}`, () => {
      expect(fillPlaceholders(text, { port: '4000', folder: '/tmp/x' })).to.equal(filled);
    });
  }

  it('take values as they are', () => {
    expect(fillPlaceholders('{apiKey}', { apiKey: '$& {port}' })).to.equal('$& {port}');
  });

  it('are listed', () => {
    expect(placeholdersIn('{port} {{folder}} ${HOME} {prot}')).to.deep.equal(['port', 'prot']);
  });

  it('are refused when they are unknown, with the nearest name', () => {
    expect(placeholderProblems('{prot} {port} {nonsense}', 'shop.env.PORT')).to.deep.equal([
      'shop.env.PORT has the unknown placeholder {prot} (did you mean {port}?)',
      'shop.env.PORT has the unknown placeholder {nonsense}: use one of {processor}, {processorHost}, {processorPort}, {apiKey}, {publishableKey}, {webhookSecret}, {port}, {folder}, {database}, {proxy}, {ca}, {redirect}, or write {{nonsense}} for the text {nonsense}',
    ]);
  });
});

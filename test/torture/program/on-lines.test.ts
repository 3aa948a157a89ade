import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { onLines } from '../../../src/torture/program/on-lines.js';

const linesOf = async (
  longest: number,
  ...pieces: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const stream = new PassThrough();
  const lines: Array<string> = [];
  onLines(stream, longest, (line) => lines.push(line));
  for (const piece of pieces) stream.write(piece);
  stream.end();
  await once(stream, 'end');
  return lines;
};

describe('the lines of a program', () => {
  it('are passed on without their ends, however they come in pieces', async () => {
    expect(await linesOf(100, 'a\r\nb', 'c\n\nd\r', '\ne')).to.deep.equal([
      'a',
      'bc',
      '',
      'd',
      'e',
    ]);
  });

  it('are not kept without a bound, and the next line is whole again', async () => {
    const endless = Array.from({ length: 50 }, () => 'x'.repeat(10));
    expect(await linesOf(25, ...endless, '\nnext\n')).to.deep.equal(['x'.repeat(30), 'next']);
  });
});

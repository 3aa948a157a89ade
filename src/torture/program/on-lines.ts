import type { Readable } from 'node:stream';

/**
 * Passes on each line of a stream, without its end. What a line has beyond `longest` characters is dropped, apart from the rest of
 * the piece in which it came: a program may write without an end.
 */
export const onLines = (
  stream: Readable,
  longest: number,
  receive: (line: string) => void,
): void => {
  let line = '';
  stream
    .setEncoding('utf8')
    .on('data', (text: string) => {
      const [first = '', ...others] = text.split('\n');
      if (line.length < longest) line += first;
      for (const next of others) {
        receive(line.replace(/\r$/, ''));
        line = next;
      }
    })
    .on('end', () => {
      if (line !== '') receive(line);
    });
};

import { type Variable, variableGroups } from '../../config/variables.js';

/** Breaks a text into lines of at most `width` characters. */
export const wrap = (text: string, width: number): ReadonlyArray<string> =>
  text.split(' ').reduce<ReadonlyArray<string>>((lines, word) => {
    const last = lines.at(-1);
    return last === undefined || last.length + 1 + word.length > width
      ? [...lines, word]
      : [...lines.slice(0, -1), `${last} ${word}`];
  }, []);

/** The description of a variable with its default, without markup. */
export const describeVariable = (variable: Variable): string => {
  const usual = variable.default ?? variable.defaultDescription;
  const ending = usual === undefined ? '' : ` Default: ${usual}.`;
  return `${variable.description}${ending}`.replaceAll('`', '');
};

const column = 25;

const lineUp = (name: string, text: string): string => {
  const indent = ' '.repeat(column);
  const [first = '', ...others] = wrap(text, 80 - column).map((line) => indent + line);
  const head = `  ${name}`;
  return head.length < column
    ? [head + first.slice(head.length), ...others].join('\n')
    : [head, first, ...others].join('\n');
};

const variablesHelp = variableGroups
  .map(({ title, variables }) =>
    [
      `${title}:`,
      ...Object.entries(variables).map(([name, variable]) =>
        lineUp(name, describeVariable(variable)),
      ),
    ].join('\n'),
  )
  .join('\n\n');

/** Ends `pasarela serve --help`. */
export const serveHelp = `
Environment variables, or lines of a file .env in the current folder. The
environment wins over the file, and the options above win over both. Commas
separate several values. A name that ends in _MS takes milliseconds.

${variablesHelp}`;

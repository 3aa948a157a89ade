import { nearestName } from '../../domain/input/misspelt-names.js';

const placeholders = [
  'processor',
  'processorHost',
  'processorPort',
  'apiKey',
  'publishableKey',
  'webhookSecret',
  'port',
  'folder',
  'database',
  'proxy',
  'ca',
  'redirect',
] as const;

/** A word in braces that the tool replaces in the texts of the shop's options. */
export type Placeholder = (typeof placeholders)[number];

// Braces of other kinds stay: `${HOME}` is for a shell, `{"a":1}` is JSON, and `{{port}}` becomes `{port}`.
const pattern = /\{\{([A-Za-z]\w*)\}\}|(?<!\$)\{([A-Za-z]\w*)\}/g;

/** The names in braces in a text, whether or not they are placeholders. */
export const placeholdersIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].flatMap(([, , name]) => (name === undefined ? [] : [name]));

/** Whether the tool knows a placeholder of this name. */
export const isPlaceholder = (name: string): name is Placeholder =>
  placeholders.some((one) => one === name);

/** The problems of the placeholders of a text, a sentence for each. `name`: of the option. */
export const placeholderProblems = (text: string, name: string): ReadonlyArray<string> =>
  placeholdersIn(text)
    .filter((one) => !isPlaceholder(one))
    .map((one) => {
      const nearest = nearestName(placeholders)(one);
      return nearest === null
        ? `${name} has the unknown placeholder {${one}}: use one of ${placeholders.map((known) => `{${known}}`).join(', ')}, or write {{${one}}} for the text {${one}}`
        : `${name} has the unknown placeholder {${one}} (did you mean {${nearest}}?)`;
    });

/** The text with the values of its placeholders. A placeholder without a value stays as it is. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Partial<Record<Placeholder, string>>>,
): string =>
  text.replaceAll(pattern, (found: string, literal: string | undefined, name: string) => {
    if (literal !== undefined) return `{${literal}}`;
    return isPlaceholder(name) ? (values[name] ?? found) : found;
  });

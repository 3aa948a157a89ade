import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { nearestName } from '../../../domain/input/misspelt-names.js';
import type { CommandIo } from '../command-io.js';
import { CommandProblem } from '../failures.js';
import { type ShopChoice, shopChoices, shopFiles } from '../shop-files.js';

type Question = keyof ShopChoice;

const titles: Readonly<Record<Question, string>> = {
  language: 'Language',
  framework: 'Framework',
  style:
    'Customers pay on your page (page), on a page of Stripe (checkout), or in your app (server)',
};

const synonyms = [
  ['ts', 'typescript'],
  ['js', 'javascript'],
  ['nextjs', 'next'],
  ['element', 'page'],
  ['hosted', 'checkout'],
  ['api', 'server'],
];

type Choices<A> = readonly [A, ...ReadonlyArray<A>];

/** The choice that an answer means. */
const meantBy = <A extends string>(choices: Choices<A>, given: string): A | undefined => {
  const word = given.trim().toLowerCase();
  const names = synonyms.find((row) => row.includes(word)) ?? [word];
  return choices.find((one) => names.includes(one));
};

/** Refuses an answer, and names the choice that is nearest to it. */
const refusalOf = (question: Question, choices: Choices<string>, given: string): CommandProblem => {
  const near = nearestName(choices, synonyms)(given);
  const hint = near === null ? '' : ` (did you mean ${near}?)`;
  const pages = question === 'language' ? '. The pages of the shop speak English and Spanish' : '';
  return new CommandProblem(
    `there is no ${question} ${given.trim()}${hint}: choose ${choices.join(', ')}${pages}`,
  );
};

type Ask = (text: string) => Promise<string>;

/** Asks until the answer is one of the choices. An empty answer is the first one. */
const askUntilKnown = async <A extends string>(
  question: Question,
  choices: Choices<A>,
  io: CommandIo,
  ask: Ask,
): Promise<A> => {
  const [usual] = choices;
  const given = await ask(`${titles[question]} (${choices.join(', ')}) [${usual}]: `);
  const chosen = given.trim() === '' ? usual : meantBy(choices, given);
  if (chosen !== undefined) return chosen;
  io.stdout.write(`${refusalOf(question, choices, given).message}\n`);
  return askUntilKnown(question, choices, io, ask);
};

type Given = { readonly [Q in Question]?: string };

/** The answers that were given as options; the others are asked for, or with `usual` are the first of their choices. */
const readChoice = async (
  io: CommandIo,
  given: Given,
  usual: boolean,
  ask: Ask,
): Promise<ShopChoice> => {
  const answer = async <A extends string>(question: Question, choices: Choices<A>): Promise<A> => {
    const option = given[question];
    if (option === undefined) {
      return usual ? choices[0] : askUntilKnown(question, choices, io, ask);
    }
    const chosen = meantBy(choices, option);
    if (chosen === undefined) throw refusalOf(question, choices, option);
    return chosen;
  };
  return {
    language: await answer('language', shopChoices.language),
    framework: await answer('framework', shopChoices.framework),
    style: await answer('style', shopChoices.style),
  };
};

const missingIn = (given: Given): ReadonlyArray<string> =>
  Object.keys(titles)
    .filter((question) => !Object.hasOwn(given, question))
    .map((question) => `--${question}`);

/** Asks on the terminal. Without one it refuses: it would wait for ever. */
const choose = async (io: CommandIo, given: Given, yes: boolean): Promise<ShopChoice> => {
  const missing = missingIn(given);
  const refuse: Ask = () =>
    Promise.reject(new CommandProblem(`pass ${missing.join(', ')}, or --yes for the usual`));
  const { stdin } = io;
  if (yes || missing.length === 0 || stdin?.isTTY !== true) {
    return readChoice(io, given, yes, refuse);
  }
  const terminal = createInterface({ input: stdin });
  const ended = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(new CommandProblem('no answer: nothing was written')));
  });
  const ask: Ask = (text) => {
    io.stdout.write(text);
    return Promise.race([terminal.question(''), ended]);
  };
  try {
    return await readChoice(io, given, false, ask);
  } finally {
    ended.catch(() => {});
    terminal.close();
  }
};

const noPlace = (given: string) => (cause: Error) => {
  throw new CommandProblem(`${given} cannot be used (${cause.message}): name a new folder`);
};

const checkEmpty = async (folder: string, given: string): Promise<void> => {
  const found = existsSync(folder) ? await readdir(folder).catch(noPlace(given)) : [];
  if (found.some((name) => name !== '.git')) {
    throw new CommandProblem(
      `${given} is not empty, and nothing is overwritten: name a new folder`,
    );
  }
};

/** A path as a shell takes it. */
const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;

/** `pasarela init`: writes a small shop into a new folder. */
export const initCommand = async (
  io: CommandIo,
  given: string,
  { yes, ...answers }: Given & { readonly yes: boolean },
): Promise<void> => {
  if (given.trim() === '') {
    throw new CommandProblem('the folder needs a name, such as in pasarela init shop');
  }
  const folder = resolve(io.cwd(), given);
  await checkEmpty(folder, given);
  const choice = await choose(io, answers, yes);
  const files = Object.entries(await shopFiles(choice, folder));
  for (const [path, text] of files) {
    const place = join(folder, path);
    // One after the other: a failure leaves what is there already as it is.
    // oxlint-disable-next-line no-await-in-loop
    await mkdir(dirname(place), { recursive: true }).catch(noPlace(given));
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(place, text, { flag: 'wx', mode: path === '.env' ? 0o600 : 0o666 });
  }
  io.stdout.write(`A shop is in ${given}: ${choice.language}, ${choice.framework}, ${choice.style}.

  cd ${quoted(given)}
  npm install
  npm test

Then, in two terminals: npm run stripe (a local server plays Stripe), and npm start. Its README.md says more.
`);
};

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as t from 'io-ts';
import { packageVersion } from '../../adapters/package-version.js';
import { objectFields } from '../../domain/input/json.js';

/** The kinds of shops that `pasarela init` writes. */
export const shopChoices = {
  language: ['typescript', 'javascript'],
  framework: ['express', 'fastify', 'hono', 'koa', 'next'],
  style: ['page', 'checkout', 'server'],
} as const;

export type ShopChoice = {
  readonly [Q in keyof typeof shopChoices]: (typeof shopChoices)[Q][number];
};

type Texts = Readonly<Record<string, string>>;

const Texts: t.Type<Texts> = t.record(t.string, t.string);

/** `examples/shop` as `scripts/bundle-shop.mjs` has bundled it: all files by path, and the programs in JavaScript too. */
const Templates = t.type({ files: Texts, javascript: Texts });
type Templates = t.TypeOf<typeof Templates>;

const readTemplates = async (): Promise<Templates> => {
  const text = await readFile(new URL('./bundles/shop.json', import.meta.url), 'utf8');
  const templates: unknown = JSON.parse(text);
  if (!Templates.is(templates)) throw new TypeError('bundles/shop.json is broken');
  return templates;
};

// These are written from the answers.
const special = /^(?:package\.json|example\.env|tsconfig\.json)$/;

const filesBelow = (texts: Texts, folder: string): Texts =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([path]) => path.startsWith(folder))
      .map(([path, text]): readonly [string, string] => [path.slice(folder.length), text])
      .filter(([path]) => !special.test(path)),
  );

const isProgram = (path: string): boolean => path.endsWith('.ts');

/** The shop itself: the example, in which the files of a framework and of a style take the place of others. */
const shopOf = ({ files, javascript }: Templates, choice: ShopChoice): Texts => {
  const programs: Texts =
    choice.language === 'typescript'
      ? files
      : {
          ...Object.fromEntries(Object.entries(files).filter(([path]) => !isProgram(path))),
          ...javascript,
        };
  const { framework, style } = choice;
  const whole = {
    ...filesBelow(programs, ''),
    ...filesBelow(programs, `variants/${framework}/`),
    ...filesBelow(programs, `variants/${style}/`),
  };
  // Next has routes in place of a server, and a server without pages has no pages.
  const unused = new RegExp(
    `^(?:variants/.*${framework === 'next' ? '|server\\.[jt]s' : ''}${style === 'server' ? '|(?:order-page|pages)\\.[jt]s' : ''})$`,
  );
  return Object.fromEntries(Object.entries(whole).filter(([path]) => !unused.test(path)));
};

/** The folder of this package. */
const packageRoot = (): string => {
  const up = (folder: string): string =>
    existsSync(join(folder, 'package.json')) ? folder : up(dirname(folder));
  return up(dirname(fileURLToPath(import.meta.url)));
};

// A clone is not on npm: the shop uses it where it is. An image has no examples.
const versionFor = (folder: string): string => {
  const root = packageRoot();
  const isClone =
    !root.split(sep).includes('node_modules') && existsSync(join(root, 'examples', 'shop'));
  return isClone ? `file:${relative(folder, root).replaceAll('\\', '/')}` : `^${packageVersion}`;
};

// Next builds nothing that a link out of its folder leads to, so a clone is copied.
const installSettings = ({ framework }: ShopChoice, folder: string): Texts =>
  framework === 'next' && versionFor(folder).startsWith('file:')
    ? { '.npmrc': 'install-links=true\n' }
    : {};

const nameOf = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'shop';

const fieldOf = (manifest: unknown, name: string): Readonly<Record<string, unknown>> =>
  objectFields(objectFields(manifest)[name]);

const without = (fields: Readonly<Record<string, unknown>>, ...names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const sorted = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** JavaScript is not compiled, and runs where it stands. */
const uncompiled = (text: string): string => text.replaceAll('tsc && ', '').replaceAll('dist/', '');

// The framework of the example has no manifest of its own.
const parse = (text = '{}'): unknown => JSON.parse(text);

const manifestOf = ({ files }: Templates, choice: ShopChoice, folder: string): string => {
  const { framework, language } = choice;
  const own = parse(files['package.json']);
  const other = parse(files[`variants/${framework}/package.json`]);
  const scripts = Object.entries({ ...fieldOf(own, 'scripts'), ...fieldOf(other, 'scripts') }).map(
    ([name, command]) => [name, String(command).replace('example.env', '.env')] as const,
  );
  const plain = language === 'javascript' && framework !== 'next';
  const isExpress = framework === 'express';
  const manifest = {
    name: nameOf(folder),
    private: true,
    type: 'module',
    scripts: Object.fromEntries(
      scripts.map(([name, command]) => [name, plain ? uncompiled(command) : command]),
    ),
    dependencies: sorted({
      ...without(fieldOf(own, 'dependencies'), ...(isExpress ? [] : ['express'])),
      ...fieldOf(other, 'dependencies'),
      pasarela: versionFor(folder),
    }),
    ...(language === 'typescript' && {
      devDependencies: sorted({
        ...without(fieldOf(own, 'devDependencies'), ...(isExpress ? [] : ['@types/express'])),
        ...fieldOf(other, 'devDependencies'),
      }),
    }),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
};

/** The settings that this shop reads, with secrets of its own. */
const settingsOf = ({ files }: Templates, shop: Texts): string => {
  const code = Object.entries(shop)
    .filter(([path]) => !path.endsWith('.mjs'))
    .map(([, text]) => text)
    .join('\n');
  return String(files['example.env'])
    .replace('replace this text', randomBytes(32).toString('base64url'))
    .replace('replace-this-key', randomBytes(18).toString('base64url'))
    .replace(/(?:^#.*\n)*^([A-Z_]+)=.*\n/gm, (lines, name: string) =>
      name === 'PORT' || code.includes(name) ? lines : '',
    );
};

const readmeOf = (folder: string, { style }: ShopChoice): string => {
  const first = {
    page: 'Open http://127.0.0.1:3000, order, and pay with the card 4242 4242 4242 4242.',
    checkout: 'Open http://127.0.0.1:3000, order, and pay with the card 4242 4242 4242 4242.',
    server:
      'Send an order to http://127.0.0.1:3000/orders, and a payment method to `/orders/<id>/pay`: `customer.mjs` does both.',
  }[style];
  return `# ${nameOf(folder)}

A shop that takes payments with [Pasarela](https://github.com/pasarela-payments/pasarela). Two terminals:

\`\`\`
npm install
npm run stripe
\`\`\`

\`\`\`
npm start
\`\`\`

${first} The local server that plays Stripe shows what happened: http://127.0.0.1:12111.

\`npm test\` pays, is declined and gives money back. \`npm run torture\` loses answers, kills the shop and sends webhooks twice,
and then compares what was charged with what was ordered.

Before you take real money: put the keys of your account into \`.env\`, and read
[going live](https://github.com/pasarela-payments/pasarela/blob/main/docs/going-live.md).
`;
};

const programOf = ({ framework, language }: ShopChoice): string => {
  if (framework === 'next') return "'node_modules/next/dist/bin/next', 'start'";
  return language === 'typescript' ? "'dist/server.js'" : "'server.js'";
};

/** The files of a shop for this folder: the path and the text of each. */
export const shopFiles = async (choice: ShopChoice, folder: string): Promise<Texts> => {
  const templates = await readTemplates();
  const shop = shopOf(templates, choice);
  const compiler = choice.framework === 'next' ? 'variants/next/tsconfig.json' : 'tsconfig.json';
  const ownFiles = {
    'package.json': manifestOf(templates, choice, folder),
    'README.md': readmeOf(folder, choice),
    '.env': settingsOf(templates, shop),
    '.gitignore': 'node_modules/\n.next/\ndist/\ndata/\ntorture-report/\n.env\n',
    ...installSettings(choice, folder),
    ...(choice.language === 'typescript' && {
      'tsconfig.json': String(templates.files[compiler]),
    }),
  };
  const program = programOf(choice);
  return {
    ...ownFiles,
    ...Object.fromEntries(
      Object.entries(shop).map(([path, text]) => [path, text.replace("'dist/server.js'", program)]),
    ),
  };
};

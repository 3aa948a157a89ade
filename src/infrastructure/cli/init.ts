import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { packageVersion } from '../../adapters/package-version.js';
import { objectFields } from '../../domain/json.js';
import { nearestName } from '../../domain/misspelt-names.js';
import type { CommandIo } from './command-io.js';
import { CommandProblem } from './failures.js';

const frameworks = ['express', 'fastify', 'hono', 'koa'];

/** The folder of this package. Its examples are the templates: the tests run them. */
const packageRoot = (): string => {
  const up = (folder: string): string => {
    if (existsSync(join(folder, 'examples', 'express'))) return folder;
    const parent = dirname(folder);
    if (parent === folder)
      throw new CommandProblem('the package has no examples: install it again');
    return up(parent);
  };
  return up(dirname(fileURLToPath(import.meta.url)));
};

const checkFramework = (given: string): string => {
  if (frameworks.includes(given)) return given;
  const near = nearestName(frameworks)(given);
  throw new CommandProblem(
    `there is no template for ${given}${near === null ? '' : ` (did you mean ${near}?)`}: --framework is one of ${frameworks.join(', ')}`,
  );
};

const askFramework = async ({ stdout }: CommandIo): Promise<string> => {
  if (!process.stdin.isTTY) {
    throw new CommandProblem(`pass --framework (${frameworks.join(', ')}), or --yes for express`);
  }
  stdout.write(`Framework (${frameworks.join(', ')}) [express]: `);
  const terminal = createInterface({ input: process.stdin });
  const answer = await terminal.question('');
  terminal.close();
  return answer.trim() === '' ? 'express' : answer.trim().toLowerCase();
};

// A clone is not on npm: the shop uses it where it is.
const versionFor = (root: string, folder: string): string =>
  root.split(sep).includes('node_modules')
    ? `^${packageVersion}`
    : `file:${relative(folder, root).replaceAll('\\', '/')}`;

const manifestOf = (text: string, root: string, folder: string): string => {
  const { scripts: _, dependencies, ...others } = objectFields(JSON.parse(text));
  const name =
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-') || 'shop';
  const manifest = {
    name,
    ...others,
    scripts: { start: 'node --env-file=.env server.js', test: 'node --env-file=.env --test' },
    dependencies: { ...objectFields(dependencies), pasarela: versionFor(root, folder) },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
};

const settingsOf = (text: string): string => `${text.trimEnd()}
PORT=3000

# Without a key the shop runs in memory. With the values that "npx pasarela fake" prints it uses the local server:
# STRIPE_BASE_URL=http://127.0.0.1:12111
# STRIPE_SECRET_KEY=sk_test_...
# For your account set the key alone. Before it is live: docs/going-live.md of Pasarela.
`;

/** The files of a shop with this framework: the path and the text of each. */
const filesOf = async (
  framework: string,
  folder: string,
): Promise<ReadonlyArray<readonly [path: string, text: string]>> => {
  const root = packageRoot();
  const template = join(root, 'examples', framework);
  const read = (name: string) => readFile(join(template, name), 'utf8');
  return [
    ['package.json', manifestOf(await read('package.json'), root, folder)],
    ['.env', settingsOf(await read('example.env'))],
    ['.gitignore', 'node_modules/\n.env\n'],
    ['payments.js', await read('payments.js')],
    ['server.js', await read('server.js')],
    ['shop.test.js', await read('shop.test.js')],
  ];
};

const checkEmpty = async (folder: string, given: string): Promise<void> => {
  const found = existsSync(folder) ? await readdir(folder) : [];
  if (found.some((name) => name !== '.git')) {
    throw new CommandProblem(
      `${given} is not empty, and nothing is overwritten: name a new folder`,
    );
  }
};

/** `pasarela init`: writes a small shop into a new folder. */
export const initCommand = async (
  io: CommandIo,
  given: string,
  { framework, yes }: { readonly framework?: string; readonly yes: boolean },
): Promise<void> => {
  const folder = resolve(io.cwd(), given);
  await checkEmpty(folder, given);
  const chosen = checkFramework(framework ?? (yes ? 'express' : await askFramework(io)));
  const files = await filesOf(chosen, folder);
  await mkdir(folder, { recursive: true });
  for (const [path, text] of files) await writeFile(join(folder, path), text, { flag: 'wx' });
  io.stdout.write(`A shop with ${chosen} is in ${given}: ${files.map(([path]) => path).join(', ')}

  cd ${given}
  npm install
  npm test
  npm start

Then pay: curl http://127.0.0.1:3000/orders/1001/pay -H 'content-type: application/json' -d '{"payment_method": "pm_card_visa"}'
`);
};

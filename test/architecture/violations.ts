/** A file that breaks one rule, and the message that the linter must report. */
export type Violation = {
  readonly rule: string;
  readonly folder: string;
  readonly code: string;
  readonly refusal: string;
};

const importing = 'eslint(no-restricted-imports)';
const domain = 'The domain imports fp-ts, io-ts and itself.';
const application = 'The application imports the domain, itself, fp-ts and io-ts.';
const inbound = 'Inbound adapters import';
const outbound = 'Outbound adapters import';
const entryPoint = 'An entry point imports only fp-ts';
const face = 'Of the simulator it imports only the face';
const infrastructure = 'The infrastructure imports the inner layers';
const simulator = 'The simulator imports the inner layers';
const torture = 'The torture test imports the simulator, the inner layers, and qs.';
const forBrowsers = 'Code for browsers imports the domain and itself';
const contract = 'The contract suite imports only the domain and the ports';

const koaFolder = 'src/adapters/inbound/http/koa';
const clientFolder = 'src/adapters/inbound/http/client';
const stripeFolder = 'src/adapters/outbound/stripe';

const imports = (specifier: string) =>
  `import * as planted from '${specifier}';\nexport const value = planted;\n`;

const forbidsImport =
  (refusal: string) =>
  (folder: string, ...specifiers: ReadonlyArray<string>): ReadonlyArray<Violation> =>
    specifiers.map((specifier) => ({
      rule: importing,
      folder,
      code: imports(specifier),
      refusal,
    }));

const koaFamily = [
  'koa',
  '@koa/router',
  'koa-bodyparser',
  'koa2-swagger-ui',
  'swagger-ui-dist',
  'swagger-ui-dist/absolute-path.js',
];

const coreGlobals: ReadonlyArray<readonly [code: string, refusal: string]> = [
  ['export const value = Date.now();\n', 'The core has no clock'],
  ['export const value = new Date();\n', 'The core has no clock'],
  ['export const value = performance.now();\n', 'The core has no clock'],
  ['export const value = setTimeout(() => undefined, 1);\n', 'The core has no effects'],
  ['export const value = setInterval(() => undefined, 1);\n', 'The core has no effects'],
  ['export const value = setImmediate(() => undefined);\n', 'The core has no effects'],
  ['export const value = process;\n', 'The core has no effects'],
  ['export const value = console;\n', 'The core has no effects'],
  ['export const value = fetch;\n', 'The core has no effects'],
  ['export const value = crypto;\n', 'The core has no effects'],
  ['export const value = Buffer;\n', 'The core has no effects'],
  ['export const value = globalThis;\n', 'Write the name of the global directly'],
];

const properties = 'eslint(no-restricted-properties)';
const random = "'Math.random' is restricted";
const environment = "'process.env' is restricted";

const importForms: ReadonlyArray<readonly [rule: string, code: string, refusal: string]> = [
  [importing, "import Koa from 'koa';\nexport const value = Koa;\n", domain],
  [importing, "import type { Context } from 'koa';\nexport type Value = Context;\n", domain],
  [importing, "import { type Context } from 'koa';\nexport type Value = Context;\n", domain],
  [importing, "import 'koa';\nexport const value = 1;\n", domain],
  [importing, "export { default as value } from 'koa';\n", domain],
  [importing, "export type { Context } from 'koa';\n", domain],
  [importing, "export * from 'koa';\n", domain],
  [importing, "export const value = () => import('koa');\n", domain],
  [
    'typescript(consistent-type-imports)',
    "export type Value = import('koa').Context;\n",
    'type annotations are forbidden',
  ],
  [
    'typescript(no-require-imports)',
    "import koa = require('koa');\nexport const value = koa;\n",
    'instead of "require"',
  ],
];

/** At least one violation of every import rule. */
export const violations: ReadonlyArray<Violation> = [
  ...importForms.map(([rule, code, refusal]) => ({ rule, folder: 'src/domain', code, refusal })),

  ...forbidsImport(domain)(
    'src/domain',
    ...koaFamily,
    'stripe',
    'inversify',
    'pino',
    'commander',
    'sorted-btree',
    'pg',
    'node:crypto',
    'crypto',
    'fp-ts/TaskEither',
    '../application/use-cases.js',
    '../adapters/outbound/memory/stores/memory-event-store.js',
    '../infrastructure/config.js',
    '../simulator/index.js',
    '../index.js',
    '../memory.js',
  ),
  ...forbidsImport(application)(
    'src/application/use-cases',
    ...koaFamily,
    'stripe',
    'inversify',
    'pino',
    'commander',
    'node:crypto',
    '../../adapters/outbound/memory/stores/memory-event-store.js',
    '../../infrastructure/config.js',
    '../../simulator/index.js',
    '../../index.js',
    '../../koa.js',
  ),
  ...['src/domain', 'src/application'].flatMap((folder) => [
    ...coreGlobals.map(([code, refusal]) => ({
      rule: 'eslint(no-restricted-globals)',
      folder,
      code,
      refusal,
    })),
    { rule: properties, folder, code: 'export const value = Math.random();\n', refusal: random },
    {
      rule: properties,
      folder,
      code: 'const { random } = Math;\nexport const value = random;\n',
      refusal: random,
    },
    {
      rule: 'pasarela(no-ignored-result)',
      folder,
      code: "import * as TE from 'fp-ts/lib/TaskEither.js';\nexport const value = () => {\n  TE.right(1);\n};\n",
      refusal: 'a TaskEither that never runs',
    },
  ]),

  ...forbidsImport(inbound)(
    'src/adapters/inbound/http',
    ...koaFamily,
    'stripe',
    'inversify',
    'pino',
    'commander',
    '../../../simulator/endpoints.js',
  ),
  ...forbidsImport('The client runs without Node')(clientFolder, 'node:crypto', 'koa', 'undici'),
  ...forbidsImport(inbound)(koaFolder, 'stripe', 'inversify', 'pino', 'commander', 'node:process'),
  ...forbidsImport(inbound)(
    koaFolder,
    '../../../../infrastructure/config.js',
    '../../../outbound/memory/stores/memory-event-store.js',
    '../../../../koa.js',
  ),
  ...forbidsImport(outbound)(
    'src/adapters/outbound/memory',
    ...koaFamily,
    'stripe',
    'inversify',
    'pino',
    'commander',
  ),
  ...forbidsImport(outbound)(
    'src/adapters/outbound/memory',
    '../../../infrastructure/config.js',
    '../../inbound/http/api.js',
    '../../../memory.js',
  ),
  ...forbidsImport(face)('src/adapters/outbound/memory', '../../../simulator/engine/engine.js'),
  ...forbidsImport(face)(
    'src/adapters/outbound/memory/stores',
    '../../../../simulator/engine/store/table.js',
  ),
  ...forbidsImport(inbound)(koaFolder, '../../../../simulator/index.js'),
  ...forbidsImport(face)(
    'src/infrastructure/container',
    '../../simulator/console/console-endpoints.js',
  ),
  ...forbidsImport(face)('src/infrastructure/cli', '../../simulator/trigger/scenarios.js'),
  ...forbidsImport(face)('src/torture/run', '../../simulator/engine/engine.js'),
  ...forbidsImport(entryPoint)('src', './simulator/wire/accounts.js'),
  ...forbidsImport(outbound)(stripeFolder, ...koaFamily, 'inversify', 'pino', 'commander'),
  ...forbidsImport(outbound)(stripeFolder, '../../../simulator/index.js'),
  ...forbidsImport(outbound)('src/adapters/outbound/sql', 'libsql', 'pg', 'stripe'),
  ...forbidsImport(outbound)(
    'src/adapters/outbound/sqlite',
    'pg',
    'stripe',
    'sorted-btree',
    '../../../infrastructure/config.js',
  ),
  ...forbidsImport(outbound)('src/adapters/outbound/memory', 'libsql', 'pg'),
  ...forbidsImport(infrastructure)('src/infrastructure', 'libsql', 'pg'),
  ...forbidsImport(outbound)('src/adapters/outbound/postgres', 'koa', 'stripe', 'pg-pool', 'pino'),
  ...forbidsImport(outbound)('src/adapters/outbound/look-ups', 'pg', 'rate-limiter-flexible'),
  ...forbidsImport(outbound)('src/adapters/outbound/rate-limits', 'pg', 'stripe'),
  ...forbidsImport(outbound)('src/adapters/outbound/look-ups', 'stripe', 'sorted-btree'),

  ...forbidsImport(infrastructure)(
    'src/infrastructure',
    ...koaFamily,
    'stripe',
    'inversify',
    'pino',
    'commander',
  ),
  ...forbidsImport(infrastructure)(
    'src/infrastructure/container',
    'koa',
    'pino',
    'stripe',
    'commander',
  ),
  ...forbidsImport(infrastructure)('src/infrastructure/cli', 'koa', 'pino', 'stripe', 'inversify'),
  ...forbidsImport(infrastructure)('src/infrastructure/metrics', 'koa', 'pino', 'inversify'),
  ...forbidsImport(infrastructure)(
    'src/infrastructure',
    'prom-client',
    '@opentelemetry/api',
    '../index.js',
    '../koa.js',
  ),

  ...forbidsImport(entryPoint)(
    'src',
    'koa',
    'stripe',
    'inversify',
    'node:fs',
    './infrastructure/config.js',
    './infrastructure/container/container.js',
  ),
  ...forbidsImport(simulator)(
    'src/simulator/wire',
    'stripe',
    'koa2-swagger-ui',
    'inversify',
    'pino',
    'commander',
    '../../adapters/outbound/stripe/processor.js',
    '../../adapters/outbound/memory/create-port.js',
    '../../infrastructure/config.js',
    '../../memory.js',
    '../index.js',
  ),
  ...forbidsImport(torture)(
    'src/torture/run',
    'stripe',
    'koa',
    'inversify',
    'pino',
    'commander',
    'playwright-core',
    '../../adapters/outbound/stripe/processor.js',
    '../../infrastructure/config.js',
    '../../memory.js',
    '../../torture.js',
  ),
  ...forbidsImport(simulator)('src/simulator/wire', '../../torture/torture.js'),
  ...forbidsImport(domain)('src/domain', '../torture/torture.js'),
  ...forbidsImport(application)('src/application/use-cases', '../../torture/torture.js'),
  ...forbidsImport(inbound)(koaFolder, '../../../../torture/torture.js'),
  ...forbidsImport(outbound)(stripeFolder, '../../../torture/torture.js'),
  ...forbidsImport(contract)('src/contract', '../torture/torture.js'),
  ...forbidsImport(forBrowsers)(
    'src/simulator/browser/stripe-js/page',
    'koa',
    'node:fs',
    '../../../../adapters/outbound/memory/create-port.js',
    '../../../../application/page.js',
    '../../../../infrastructure/config.js',
  ),
  ...forbidsImport(forBrowsers)(
    'src/simulator/browser/console',
    'koa',
    'node:fs',
    '../../../adapters/outbound/memory/create-port.js',
    '../../../application/page.js',
  ),
  ...forbidsImport(contract)(
    'src/contract',
    'mocha',
    'chai',
    '../simulator/index.js',
    '../adapters/outbound/memory/stores/memory-event-store.js',
    '../infrastructure/config.js',
    '../memory.js',
  ),

  ...[
    koaFolder,
    'src/adapters/outbound/memory',
    'src/infrastructure',
    'src/simulator/wire',
    'src/torture/run',
    'src',
  ].flatMap((folder) => [
    {
      rule: properties,
      folder,
      code: "export const value = process.env['PORT'];\n",
      refusal: environment,
    },
    {
      rule: properties,
      folder,
      code: 'const { env } = process;\nexport const value = env;\n',
      refusal: environment,
    },
    {
      rule: 'eslint(no-restricted-globals)',
      folder,
      code: 'export const value = globalThis;\n',
      refusal: 'Write the name of the global directly',
    },
    {
      rule: 'eslint(no-console)',
      folder,
      code: "export const value = () => {\n  console.log('');\n};\n",
      refusal: 'Unexpected console statement',
    },
  ]),

  ...[
    'src/domain',
    'src/application',
    koaFolder,
    'src/infrastructure',
    'src/simulator/wire',
    'src/torture',
  ].flatMap((folder) => [
    {
      rule: 'pasarela(no-re-export)',
      folder,
      code: "export * from './planted-neighbour.js';\n",
      refusal: 'Only the entry points and the face of the simulator re-export',
    },
    {
      rule: 'pasarela(no-re-export)',
      folder,
      code: "export { neighbour } from './planted-neighbour.js';\n",
      refusal: 'Only the entry points and the face of the simulator re-export',
    },
  ]),

  ...['// What the value is.', '/** Who may read it. */', '/**\n * Which of them counts.\n */'].map(
    (comment) => ({
      rule: 'pasarela(no-question-comment)',
      folder: 'src/domain',
      code: `${comment}\nexport const value = 1;\n`,
      refusal: 'A comment does not open with What, Who or Which',
    }),
  ),

  {
    rule: 'import(no-cycle)',
    folder: 'src/application',
    code: "import type { Cycle } from './planted-cycle.js';\nexport type Value = { readonly cycle: Cycle };\n",
    refusal: 'Dependency cycle',
  },
  {
    rule: 'typescript(no-floating-promises)',
    folder: 'src/infrastructure',
    code: 'export const value = () => {\n  Promise.resolve(1);\n};\n',
    refusal: 'Promises must be awaited',
  },
  {
    rule: 'typescript(await-thenable)',
    folder: 'src/infrastructure',
    code: "import * as TE from 'fp-ts/lib/TaskEither.js';\nexport const value = async () => {\n  const answer = await TE.right(1);\n  return answer;\n};\n",
    refusal: 'non-Promise',
  },
  {
    rule: 'typescript(strict-void-return)',
    folder: 'src/infrastructure',
    code: "import * as TE from 'fp-ts/lib/TaskEither.js';\nexport const value: () => void = () => TE.right(1);\n",
    refusal: 'void return is expected',
  },
  {
    rule: 'typescript(switch-exhaustiveness-check)',
    folder: 'src/domain',
    code: "export const value = (tag: 'A' | 'B'): number => {\n  switch (tag) {\n    case 'A':\n      return 1;\n  }\n  return 2;\n};\n",
    refusal: 'Switch is not exhaustive',
  },
  {
    rule: 'typescript(no-explicit-any)',
    folder: 'src/domain',
    code: 'export type Value = any;\n',
    refusal: 'Unexpected `any`',
  },
  {
    rule: 'typescript(no-unsafe-type-assertion)',
    folder: 'src/domain',
    code: 'export const value = (given: unknown) => given as string;\n',
    refusal: 'Unsafe type assertion',
  },
  {
    rule: 'typescript(consistent-type-imports)',
    folder: 'src/domain',
    code: "import { Either } from 'fp-ts/lib/Either.js';\nexport type Value = Either<string, number>;\n",
    refusal: 'import type',
  },
];

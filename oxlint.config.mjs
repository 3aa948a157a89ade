/**
 * The rules of the linter. The most important are the import rules: each folder has a list of packages that it may
 * import and a list of folders that it must not import. `test/architecture` tests a violation of each.
 */

const say = {
  clock: 'The core has no clock: use the Clock port.',
  effects: 'The core has no effects: use a port.',
  environment: 'Only the configuration and the command line read the environment.',
};

const entryPoints = [
  '**/index.js',
  ...[1, 2, 3, 4, 5].map(
    (depth) =>
      `${'../'.repeat(depth)}{client,contract,fake-server,fetch,koa,memory,node,postgres,sqlite,stripe,torture}.js`,
  ),
];

// Other folders import nothing of the simulator, or only its face: the modules at its root, one for each kind of program.
const pastFace = '**/simulator/**';
const face = '!**/simulator/*.js';

// One group, because a path that one pattern allows is not checked by the next. Denials come last and take precedence.
const imports = (
  files,
  { packages = [], node = true, never = [], usesSimulator = false, message },
) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: [
              '*',
              '!./**',
              '!../**',
              ...[
                'fp-ts/lib/*',
                'io-ts',
                ...(node ? ['node:**', 'node:*/*'] : []),
                ...packages,
              ].map((name) => `!${name}`),
              ...(node ? ['node:process'] : []),
              ...never.map((folder) => `**/${folder}/**`),
              ...entryPoints,
              pastFace,
              ...(usesSimulator ? [face] : []),
            ],
            message: usesSimulator
              ? `${message} Of the simulator it imports only the face, simulator/*.ts.`
              : message,
          },
        ],
      },
    ],
  },
});

const adapters = 'import the application, the domain and the packages of this folder.';
const outside = ['infrastructure', 'torture'];
const inbound = { never: ['outbound', ...outside], message: `Inbound adapters ${adapters}` };
const outbound = { never: ['inbound', ...outside], message: `Outbound adapters ${adapters}` };
const infrastructure = {
  usesSimulator: true,
  message: 'The infrastructure imports the inner layers and the packages of this folder.',
};

// The last entry that matches a file applies to it.
const layers = [
  imports(['src/domain/**'], {
    node: false,
    never: ['application', 'adapters', ...outside],
    message: 'The domain imports fp-ts, io-ts and itself.',
  }),
  imports(['src/application/**'], {
    node: false,
    never: ['adapters', ...outside],
    message: 'The application imports the domain, itself, fp-ts and io-ts.',
  }),
  imports(['src/adapters/**'], { never: outside, message: `Adapters ${adapters}` }),
  imports(['src/adapters/inbound/**'], inbound),
  imports(['src/adapters/inbound/http/koa/**'], {
    ...inbound,
    packages: ['koa', '@koa/router'],
  }),
  imports(['src/adapters/inbound/http/client/**'], {
    ...inbound,
    node: false,
    message: 'The client runs without Node: it imports types, and code of the inner layers.',
  }),
  imports(['src/adapters/outbound/**'], outbound),
  imports(['src/adapters/outbound/memory/**'], { ...outbound, usesSimulator: true }),
  imports(['src/adapters/outbound/sorted-tree.ts'], { ...outbound, packages: ['sorted-btree'] }),
  imports(['src/adapters/outbound/sqlite/**'], {
    ...outbound,
    packages: ['libsql', 'libsql/promise'],
  }),
  imports(['src/adapters/outbound/postgres/**'], { ...outbound, packages: ['pg'] }),
  imports(['src/adapters/outbound/rate-limits/**'], {
    ...outbound,
    packages: ['rate-limiter-flexible'],
  }),
  imports(['src/adapters/outbound/stripe/**'], {
    ...outbound,
    packages: ['stripe', 'undici', 'undici/lib/dispatcher/pool.js'],
  }),
  imports(['src/infrastructure/**'], infrastructure),
  imports(['src/infrastructure/container/**'], { ...infrastructure, packages: ['inversify'] }),
  imports(
    [
      'src/infrastructure/logger.ts',
      'src/infrastructure/pretty-log.ts',
      'src/infrastructure/logger/**',
    ],
    {
      ...infrastructure,
      packages: ['pino'],
    },
  ),
  imports(['src/infrastructure/metrics/**'], { ...infrastructure, packages: ['prom-client'] }),
  imports(['src/infrastructure/spans.ts', 'src/infrastructure/spans/**'], {
    ...infrastructure,
    packages: ['@opentelemetry/api'],
  }),
  imports(['src/infrastructure/cli/**'], { ...infrastructure, packages: ['commander'] }),
  imports(['src/simulator/**'], {
    packages: ['qs', 'sorted-btree'],
    never: ['stripe', 'memory', 'infrastructure', 'torture'],
    message:
      'The simulator imports the inner layers, adapters below it, and the packages of this folder.',
  }),
  imports(['src/torture/**'], {
    packages: ['qs'],
    never: ['stripe', 'infrastructure'],
    usesSimulator: true,
    message: 'The torture test imports the simulator, the inner layers, and qs.',
  }),
  imports(['src/simulator/browser/**'], {
    node: false,
    never: ['adapters', 'application', 'infrastructure', 'torture'],
    message: 'Code for browsers imports the domain and itself.',
  }),
  imports(['src/contract/**'], {
    never: ['adapters', ...outside],
    message: 'The contract suite imports only the domain and the ports.',
  }),
];

const noEnvironment = { object: 'process', property: 'env', message: say.environment };
const noGlobalThis = {
  name: 'globalThis',
  message: 'Write the name of the global directly, so that the rules see it.',
};

const core = {
  files: ['src/domain/**', 'src/application/**'],
  rules: {
    'pasarela/no-ignored-result': 'error',
    'no-restricted-globals': [
      'error',
      ...['Date', 'performance'].map((name) => ({ name, message: say.clock })),
      ...[
        'setTimeout',
        'setInterval',
        'setImmediate',
        'queueMicrotask',
        'process',
        'console',
        'fetch',
        'crypto',
        'Buffer',
      ].map((name) => ({ name, message: say.effects })),
      noGlobalThis,
    ],
    'no-restricted-properties': [
      'error',
      noEnvironment,
      { object: 'Math', property: 'random', message: say.effects },
    ],
  },
};

// The entry points export everything that users import.
const entryPoint = {
  files: ['src/*.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: [
              '*',
              '!./**',
              '!fp-ts/lib/*',
              '!io-ts',
              '**/infrastructure/**',
              '!**/infrastructure/create-*.js',
              '!**/infrastructure/events',
              '**/infrastructure/events/*',
              '!**/infrastructure/events/event-handling.js',
              '!**/infrastructure/events/event-handlers.js',
              '!**/infrastructure/payments-options.js',
              pastFace,
              face,
            ],
            message:
              'An entry point imports only fp-ts, io-ts, the inner layers, the face of the simulator, and create-* and event handling of the infrastructure.',
          },
        ],
      },
    ],
    'oxc/no-barrel-file': 'off',
    'pasarela/no-re-export': 'off',
  },
};

const set = (value, names) => Object.fromEntries(names.map((name) => [name, value]));

const errors = [
  'eqeqeq',
  'no-var',
  'prefer-const',
  'no-param-reassign',
  'no-else-return',
  'no-throw-literal',
  'no-nested-ternary',
  'no-fallthrough',
  'no-self-compare',
  'no-implicit-coercion',
  'no-useless-return',
  'no-multi-assign',
  'object-shorthand',
  'prefer-template',
  'no-new-func',
  'no-proto',
  'no-sequences',
  'no-useless-assignment',
  'array-callback-return',
  'default-case-last',
  'typescript/await-thenable',
  'typescript/no-floating-promises',
  'typescript/no-misused-promises',
  'typescript/strict-void-return',
  'typescript/no-explicit-any',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/consistent-type-imports',
  'typescript/consistent-type-exports',
  'typescript/no-import-type-side-effects',
  'typescript/no-require-imports',
  'typescript/no-non-null-assertion',
  'typescript/ban-ts-comment',
  'typescript/only-throw-error',
  'typescript/prefer-promise-reject-errors',
  'typescript/return-await',
  'typescript/no-deprecated',
  'typescript/prefer-nullish-coalescing',
  'typescript/prefer-optional-chain',
  'typescript/no-unnecessary-condition',
  'typescript/restrict-plus-operands',
  'typescript/use-unknown-in-catch-callback-variable',
  'typescript/no-unsafe-function-type',
  'import/no-default-export',
  'import/no-mutable-exports',
  'import/no-duplicates',
  'unicorn/prefer-node-protocol',
  'unicorn/no-array-for-each',
  'unicorn/filename-case',
  'unicorn/throw-new-error',
];

// These rules do not fit this code: its tags begin with an underscore, and its types already ensure more.
const disabled = [
  'no-underscore-dangle',
  'typescript/consistent-return',
  'typescript/no-unnecessary-type-parameters',
  'typescript/no-unnecessary-type-arguments',
  'typescript/no-generated-empty-object-type',
  'promise/always-return',
];

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'node'],
  jsPlugins: ['./scripts/lint-plugin.mjs'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { es2023: true, node: true },
  ignorePatterns: ['test/package/consumer', 'test/support/stores/previous-release.mjs'],
  rules: {
    ...set('error', errors),
    ...set('off', disabled),
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'pasarela/no-question-comment': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/array-type': ['error', { default: 'generic', readonly: 'generic' }],
  },
  overrides: [
    {
      files: ['src/**'],
      rules: {
        'no-console': 'error',
        'oxc/no-barrel-file': ['error', { threshold: 0 }],
        'pasarela/no-re-export': 'error',
        'no-restricted-globals': ['error', noGlobalThis],
        'no-restricted-properties': ['error', noEnvironment],
      },
    },
    core,
    ...layers,
    {
      files: ['src/infrastructure/cli/**', 'src/torture/inherited-environment.ts'],
      rules: { 'no-restricted-properties': 'off' },
    },
    { files: ['src/infrastructure/cli/**'], rules: { 'no-console': 'off' } },
    entryPoint,
    {
      files: ['src/simulator/*.ts'],
      rules: { 'oxc/no-barrel-file': 'off', 'pasarela/no-re-export': 'off' },
    },
    {
      files: ['test/**'],
      rules: set('off', [
        'no-unused-expressions',
        'typescript/no-unused-expressions',
        'typescript/no-base-to-string',
        // These tests pass invalid JSON values to functions on purpose.
        'typescript/no-unsafe-argument',
        'typescript/no-unsafe-assignment',
        'typescript/strict-void-return',
        // Test keys are concatenated so that secret scanners do not report them.
        'typescript/no-unnecessary-template-expression',
        'unicorn/consistent-function-scoping',
      ]),
    },
    {
      files: ['scripts/**', '*.mjs'],
      rules: set('off', [
        'import/no-default-export',
        'typescript/no-unsafe-argument',
        'typescript/no-unsafe-assignment',
        'typescript/no-unsafe-call',
        'typescript/no-unsafe-member-access',
        'typescript/no-unsafe-return',
      ]),
    },
    // The compiler cannot follow a name through two mapped types.
    {
      files: [
        'src/application/facade/payments.ts',
        'src/application/map-table.ts',
        'src/application/without-client-secret.ts',
        'src/domain/input/input.ts',
        'src/domain/input/known-fields.ts',
        'src/adapters/inbound/http/client/create-client.ts',
        'src/adapters/inbound/http/handle-request.ts',
        'src/application/bind-methods.ts',
      ],
      rules: set('off', ['typescript/no-explicit-any', 'typescript/no-unsafe-type-assertion']),
    },
    // This file decodes only values that it has encoded itself.
    {
      files: ['src/application/idempotency/keyed-outcome.ts'],
      rules: { 'typescript/no-unsafe-type-assertion': 'off' },
    },
    { files: ['src/contract/test-framework.ts'], rules: { 'no-restricted-globals': 'off' } },
  ],
};

/** What each folder may import: files that the rules must let pass. */
export const permitted: ReadonlyArray<
  readonly [file: string, ...specifiers: ReadonlyArray<string>]
> = [
  ['src/domain/planted.ts', 'fp-ts/lib/Either.js', 'io-ts', './planted-neighbour.js'],
  [
    'src/application/use-cases/planted.ts',
    'fp-ts/lib/TaskEither.js',
    'io-ts',
    '../planted-neighbour.js',
    '../../domain/planted-neighbour.js',
  ],
  [
    'src/adapters/inbound/http/koa/planted.ts',
    'koa',
    '@koa/router',
    'koa-bodyparser',
    'koa2-swagger-ui',
    'swagger-ui-dist',
    'swagger-ui-dist/absolute-path.js',
    'node:http',
    'fp-ts/lib/TaskEither.js',
    '../../../../application/planted-neighbour.js',
    '../../../../domain/planted-neighbour.js',
  ],
  [
    'src/adapters/outbound/memory/planted.ts',
    'sorted-btree',
    'node:crypto',
    '../../../application/planted-neighbour.js',
  ],
  ['src/adapters/outbound/stripe/planted.ts', 'stripe', 'node:http'],
  ['src/infrastructure/container/planted.ts', 'inversify', '../planted-neighbour.js'],
  ['src/infrastructure/logger/planted.ts', 'pino'],
  ['src/infrastructure/cli/planted.ts', 'commander', 'node:fs'],
  ['src/contract/planted.ts', 'node:assert', '../domain/planted-neighbour.js'],
  [
    'src/planted.ts',
    './domain/planted-neighbour.js',
    './application/planted-neighbour.js',
    './adapters/outbound/memory/planted.js',
    './infrastructure/create-planted.js',
  ],
];

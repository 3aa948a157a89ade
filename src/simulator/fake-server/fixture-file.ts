import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describeCause } from '../../application/describe-cause.js';
import { type Fixture, readFixture } from '../controls/fixture.js';

const fileProblem = (cause: unknown): string => {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  if (code === 'ENOENT') return 'there is no such file or folder';
  return code === 'EISDIR' ? 'this is a folder, not a file' : describeCause(cause);
};

const parse = (text: string): E.Either<string, unknown> =>
  E.tryCatch(
    (): unknown => JSON.parse(text),
    (cause) => `not JSON, or cut short: ${describeCause(cause)}`,
  );

const readFixtureFile = (path: string): TE.TaskEither<string, Fixture> =>
  pipe(
    TE.tryCatch(() => readFile(path, 'utf8'), fileProblem),
    TE.flatMapEither(parse),
    TE.flatMapEither(readFixture),
    TE.mapLeft((problem) => `${path}: ${problem}`),
  );

/** The fixture of an option: itself, or a path. Returns its problems in one line. */
export const loadFixture = (fixture: string | Fixture): TE.TaskEither<string, Fixture> =>
  typeof fixture === 'string' ? readFixtureFile(fixture) : TE.fromEither(readFixture(fixture));

/** Writes a fixture to a file. A file that is there already is replaced as a whole, or not at all. */
export const writeFixtureFile = (path: string, fixture: Fixture): TE.TaskEither<string, void> =>
  TE.tryCatch(
    async () => {
      const part = `${path}.${process.pid}.part`;
      try {
        await writeFile(part, `${JSON.stringify(fixture, null, 2)}\n`);
        await rename(part, path);
      } finally {
        await rm(part, { force: true });
      }
    },
    (cause) => `${path}: cannot be written: ${fileProblem(cause)}`,
  );

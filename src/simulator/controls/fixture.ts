import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { also, inOneLine } from '../../application/checked-input.js';
import { objectFields } from '../../domain/input/json.js';
import { testCards } from '../engine/cards/test-cards.js';
import type { Engine } from '../engine/engine.js';
import type { EngineSnapshot } from '../engine/kernel/memory.js';
import { isSimulatedMethod } from '../engine/methods/methods.js';
import { taskSteps } from '../engine/store/agenda.js';
import { createState } from '../engine/store/state.js';
import { aSnapshot } from './check-controls.js';

const kind = 'pasarela.fixture';
const format = 1;

/** A state with which processors start, as plain JSON. It contains no card numbers and no security codes. */
export type Fixture = {
  readonly object: typeof kind;
  /** The version of this format. */
  readonly version: number;
  /** The processor's time when it was saved. Unix seconds. */
  readonly saved: number;
  readonly snapshot: EngineSnapshot;
};

/** The present state as a fixture. Idempotency keys are left out: they belong to the requests that made the state. */
export const takeFixture = ({ snapshot, clock }: Pick<Engine, 'snapshot' | 'clock'>): Fixture => ({
  object: kind,
  version: format,
  saved: clock.now(),
  snapshot: { ...snapshot(), answers: [] },
});

type Row = {
  readonly id: string;
  readonly face?: { readonly testCard: string } | { readonly type: string };
};
type Tables = ReadonlyArray<
  readonly [
    name: string,
    table: {
      readonly next: number;
      readonly rows: ReadonlyArray<readonly [sequence: number, row: Row]>;
    },
  ]
>;

const tablesOf = ({ state }: EngineSnapshot): Tables =>
  Object.entries(state).flatMap(([name, table]) => ('rows' in table ? [[name, table]] : []));

const knownTables = new Set(Object.keys(createState({ delay: 0, now: () => 0 })));

const unknownTables = ({ state }: EngineSnapshot): ReadonlyArray<string> =>
  Object.keys(state)
    .filter((name) => !knownTables.has(name))
    .map((name) => `this Pasarela does not know the table ${name}: update Pasarela`);

const idsTwice = (tables: Tables): ReadonlyArray<string> => {
  const places = new Map<string, string>();
  return tables.flatMap(([name, { rows }]) =>
    rows.flatMap(([, { id }]) => {
      const place = places.get(id);
      places.set(id, name);
      if (place === undefined) return [];
      return [`${id} is there twice, in ${place === name ? name : `${place} and ${name}`}`];
    }),
  );
};

const outOfOrder = (tables: Tables): ReadonlyArray<string> =>
  tables
    .filter(([, { next, rows }]) =>
      rows.some(([sequence], at) => sequence >= (rows[at + 1]?.[0] ?? next)),
    )
    .map(([name]) => `the numbers of the rows of ${name} must rise, and stay below its next`);

const faceProblem = (face: Row['face']): string | null => {
  if (face === undefined) return null;
  if ('testCard' in face) {
    const { testCard } = face;
    return Object.hasOwn(testCards, testCard) ? null : `an unknown test card, ${testCard}`;
  }
  return isSimulatedMethod(face.type) ? null : `an unknown payment method, ${face.type}`;
};

const unknownFaces = (tables: Tables): ReadonlyArray<string> =>
  tables.flatMap(([, { rows }]) =>
    rows.flatMap(([, { id, face }]) => {
      const problem = faceProblem(face);
      return problem === null ? [] : [`${id} has ${problem}`];
    }),
  );

const knownSteps: ReadonlySet<string> = new Set(taskSteps);

const unknownSteps = ({ state: { agenda = [] } }: EngineSnapshot): ReadonlyArray<string> =>
  agenda
    .filter(({ step }) => !knownSteps.has(step))
    .map(({ step }) => `this Pasarela does not know the task ${step}: update Pasarela`);

const contentProblems = (snapshot: EngineSnapshot): ReadonlyArray<string> => {
  const tables = tablesOf(snapshot);
  return [
    ...unknownTables(snapshot),
    ...unknownSteps(snapshot),
    ...idsTwice(tables),
    ...outOfOrder(tables),
    ...unknownFaces(tables),
  ];
};

/** Checks a fixture, which may come from a file. Returns its problems in one line. */
export const readFixture = (value: unknown): E.Either<string, Fixture> => {
  const { object, version, saved, snapshot } = objectFields(value);
  if (object !== kind) return E.left('not a fixture: make one with pasarela fake --save');
  if (version !== format) {
    const advice = Number(version) > format ? 'update Pasarela, or ' : '';
    return E.left(
      `its format is version ${String(version)}, and this Pasarela reads version ${format}: ${advice}make the fixture again`,
    );
  }
  if (!Number.isSafeInteger(saved) || typeof saved !== 'number') {
    return E.left('saved must be a time in Unix seconds');
  }
  return pipe(
    also(aSnapshot, contentProblems).read(snapshot, 'snapshot'),
    E.bimap(inOneLine, (sound) => ({ object, version: format, saved, snapshot: sound })),
  );
};

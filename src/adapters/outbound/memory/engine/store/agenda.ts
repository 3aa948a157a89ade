import { createSequenceTree } from './ordered-index.js';

/** Something that happens by itself, later. It does nothing to an object that has changed so that it no longer applies. */
export type Task = {
  /** Unix seconds. */
  readonly at: number;
  readonly step: 'reference_refund' | 'end_refund';
  /** The object to which it happens. */
  readonly id: string;
};

/** The tasks to come, in the order of time; those of the same second in the order in which they were added. */
export type Agenda = {
  readonly add: (task: Task) => void;
  readonly first: () => Task | undefined;
  readonly removeFirst: () => void;
  readonly dump: () => ReadonlyArray<Task>;
};

// A place is the second and the number within it. It stays exact: 10 billion seconds are the year 2286.
const placesInSecond = 900_000;

/** An agenda, empty or restored from a dump. Every operation costs O(log n). */
export const createAgenda = (dump: ReadonlyArray<Task> = []): Agenda => {
  const tasks = createSequenceTree<Task>();
  const add = (task: Task): void => {
    const from = task.at * placesInSecond;
    const [last = -1] = tasks.down(from + placesInSecond);
    tasks.set(Math.max(from, last + 1), task);
  };
  for (const task of dump) add(task);
  return {
    add,
    first: () => tasks.get(tasks.lowest() ?? -1),
    removeFirst: () => tasks.delete(tasks.lowest() ?? -1),
    dump: () => [...tasks.up(-1)].flatMap((place) => tasks.get(place) ?? []),
  };
};

import { createRows, type SequencedRows } from './rows.js';

/** Kinds of work that become due. */
export const taskSteps = [
  'book_charge',
  'reference_refund',
  'end_refund',
  'fill_evidence',
  'decide_dispute',
  'lose_dispute',
  'close_inquiry',
  'send_payout',
  'pay_payout',
  'expire_session',
  'end_payment',
  'end_approval',
  'end_hold',
] as const;

/** Something that happens by itself, later. It does nothing to an object that has changed so that it no longer applies. */
export type Task = {
  /** Unix seconds. */
  readonly at: number;
  readonly step: (typeof taskSteps)[number];
  /** The object to which it happens. */
  readonly id: string;
};

/** The tasks to come, in the order of time; those of the same second in the order in which they were added. */
export type Agenda = {
  readonly add: (task: Task) => void;
  readonly first: () => Task | undefined;
  readonly removeFirst: () => void;
  readonly dump: () => ReadonlyArray<Task>;
  /** A copy. Both share what neither changes, so it costs the same at any size. */
  readonly fork: () => Agenda;
};

// A place is the second and the number within it. It stays exact: 10 billion seconds are the year 2286.
const placesInSecond = 900_000;

const agendaOf = (tasks: SequencedRows<Task>): Agenda => ({
  add: (task) => {
    const from = task.at * placesInSecond;
    const last = tasks.highestBelow(from + placesInSecond) ?? -1;
    tasks.set(Math.max(from, last + 1), task);
  },
  first: () => tasks.get(tasks.lowest() ?? -1),
  removeFirst: () => tasks.delete(tasks.lowest() ?? -1),
  dump: () => [...tasks.up(-1)].flatMap((place) => tasks.get(place) ?? []),
  fork: () => agendaOf(tasks.fork()),
});

/** An agenda, empty, restored from a dump, or with the tasks of another. Every operation costs O(log n). */
export const createAgenda = (from: ReadonlyArray<Task> | Agenda = []): Agenda => {
  if ('fork' in from) return from.fork();
  const agenda = agendaOf(createRows());
  for (const task of from) agenda.add(task);
  return agenda;
};

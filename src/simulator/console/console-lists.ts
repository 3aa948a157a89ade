import * as E from 'fp-ts/lib/Either.js';
import { objectFields, textField } from '../../domain/input/json.js';
import {
  type ConsoleAccount,
  type ConsoleList,
  type ConsoleObjects,
  consoleObjects,
} from './console-desk.js';
import type { ConsoleRequests } from './console-requests.js';
import { consoleRow } from './console-rows.js';
import { type RowFilter, rowFilter } from './row-filter.js';
import { shownStatus, statusesOf } from './shown-status.js';

const readAtOnce = 100;
// Of 100,000 payments a filter reads the newest: the server answers others meanwhile, and a page asks again with each change.
const mostRead = 5000;
const mostTaken = 1000;

/** The rows of a list that pass a filter, newest first. */
type ConsolePage = {
  readonly data: ReadonlyArray<object>;
  /** Whether there are more, or may be: beyond a few thousand, a filter stops reading. */
  readonly has_more: boolean;
  /** How many objects were read before that; `null`: all that are needed. */
  readonly stopped_after: number | null;
  /** The statuses by which the list can be filtered. */
  readonly statuses: ReadonlyArray<string>;
};

/** The attempts to send events, of one event or of all. */
export const deliveriesOf = async (
  { webhooks }: ConsoleAccount,
  event?: string,
): Promise<ReadonlyArray<object>> => {
  const list = await webhooks.list(event)();
  return E.isRight(list) ? list.right : [];
};

// The rows of a page hold nothing else: a thousand whole payments are megabytes.
const shownFields = [
  'id object shown_status created since amount amount_total currency amount_decimal customer email',
  'name description about awaits reason payment_intent type event url status error method path',
  'problem milliseconds kind order object_id operation',
].flatMap((names) => names.split(' '));

const shownRow = (row: object): object => {
  const about = objectFields(objectFields(objectFields(row)['data'])['object'])['id'];
  const fields = shownFields.flatMap((name) => {
    const value: unknown = Reflect.get(row, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(fields), ...(about === undefined ? {} : { subject: about }) };
};

const idOf = (row: object | undefined): string | undefined => textField(row, 'id') || undefined;

const pageOfObjects = (
  account: ConsoleAccount,
  objects: ConsoleObjects,
  filter: RowFilter,
  take: number,
): ConsolePage => {
  const matches = rowFilter(filter);
  const rows: Array<object> = [];
  let last: string | undefined;
  let read = 0;
  let isRead = false;
  while (!isRead && rows.length <= take && read < mostRead) {
    const { data, has_more } = account.list(objects, readAtOnce, last);
    rows.push(...data.map((object) => consoleRow(account, object)).filter(matches));
    last = idOf(data.at(-1));
    read += data.length;
    isRead = !has_more;
  }
  const hasMore = rows.length > take;
  return {
    data: rows.slice(0, take).map(shownRow),
    has_more: hasMore || !isRead,
    stopped_after: hasMore || isRead ? null : read,
    statuses: statusesOf(objects, []),
  };
};

const wholePage = (
  list: ConsoleList,
  objects: ReadonlyArray<object>,
  filter: RowFilter,
): ConsolePage => {
  const rows = objects.map((object) => ({ ...object, shown_status: shownStatus(object) }));
  return {
    data: rows.filter(rowFilter(filter)).map(shownRow),
    has_more: false,
    stopped_after: null,
    statuses: statusesOf(list, rows),
  };
};

/** At most `take` rows of a list of the console, up to 1,000. An unknown list is that of payments. */
export const consolePageOf = async (
  account: ConsoleAccount,
  requests: ConsoleRequests,
  { list, take, ...filter }: RowFilter & { readonly list: string; readonly take: number },
): Promise<ConsolePage> => {
  switch (list) {
    case 'requests':
      return wholePage(list, requests.list(), filter);
    case 'doubts':
      return wholePage(list, (await account.doubts?.()) ?? [], filter);
    case 'findings':
      return wholePage(list, (await account.findings?.list()) ?? [], filter);
    case 'deliveries':
      return wholePage(list, await deliveriesOf(account), filter);
    default: {
      const objects = consoleObjects.find((known) => known === list) ?? 'payments';
      return pageOfObjects(account, objects, filter, Math.min(take, mostTaken));
    }
  }
};

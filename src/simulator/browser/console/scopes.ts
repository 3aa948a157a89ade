import { at } from './json.js';
import type { ListName } from './list-names.js';
import { view } from './view.js';

type Scope = 'read' | 'pay' | 'refund' | 'events';

/** Whether the key of the browser has a scope. Without scopes it may do everything. */
export const hasScope = (scope: Scope): boolean => {
  const scopes = at(view.state, 'scopes');
  return !Array.isArray(scopes) || scopes.includes(scope);
};

/** Whether the key of the browser may do what a button says. */
export const mayAct = (action: string): boolean => {
  switch (action) {
    case 'refund':
      return hasScope('refund');
    case 'resend':
    case 'mark-finding':
      return hasScope('events');
    default:
      return hasScope('pay');
  }
};

const ofEvents: ReadonlySet<ListName> = new Set(['events', 'deliveries', 'doubts', 'findings']);

/** Whether the key of the browser may see a list. */
export const mayList = (list: ListName): boolean => !ofEvents.has(list) || hasScope('events');

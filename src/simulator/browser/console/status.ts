import { el } from './dom.js';
import { at, textAt } from './json.js';
import { texts, wordFor } from './texts.js';

type Tone = 'good' | 'wait' | 'act' | 'bad' | 'calm';

const tones: { readonly [status: string]: Tone } = {
  succeeded: 'good',
  done: 'good',
  won: 'good',
  handled: 'good',
  warning_closed: 'good',
  complete: 'good',
  saved: 'good',
  open: 'wait',
  requires_action: 'act',
  requires_capture: 'act',
  needs_response: 'act',
  unknown_outcome: 'act',
  unconfirmed: 'act',
  unseen: 'act',
  warning_needs_response: 'act',
  requires_confirmation: 'wait',
  processing: 'wait',
  pending: 'wait',
  under_review: 'wait',
  warning_under_review: 'wait',
  declined: 'bad',
  failed: 'bad',
  lost: 'bad',
  disputed: 'bad',
  dead: 'bad',
};

/** A status as a word and a colour. */
export const badge = (
  status: string,
  words: string = wordFor(texts().statuses, status),
): HTMLElement => el('span', { class: `badge ${tones[status] ?? 'calm'}` }, words);

/** The outcome of a delivered event, or of a request: the status of its response. */
export const answer = (object: unknown): HTMLElement => {
  const status = at(object, 'status');
  if (typeof status === 'number') {
    const tone = status < 300 ? 'good' : 'bad';
    return el('span', { class: `badge ${tone}` }, String(status));
  }
  if (typeof status === 'string') return badge(status);
  const words = textAt(object, 'error') || texts().cut;
  return el('span', { class: 'badge bad' }, words);
};

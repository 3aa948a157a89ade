import type { Press } from './actions.js';
import { button, el, show } from './dom.js';
import { exact, processorTime } from './format.js';
import { at, itemsAt, numberAt, textAt } from './json.js';
import { hasScope, mayAct } from './scopes.js';
import { fixtureAddress } from './server.js';
import { language, texts, wordFor } from './texts.js';
import { view } from './view.js';

const tools = el('details', { class: 'tools' });

/** Everything that can be simulated whatever is open. It is made once, so that no choice is lost while the lists change. */
export const toolsPlace = el('section', { class: 'tools-place' }, tools);

// On a phone they are folded, so that the list comes first.
const wide = window.matchMedia('(min-width: 40.01rem)');
const fold = (): void => {
  tools.open = wide.matches;
};
wide.addEventListener('change', fold);
fold();

const selectOf = (
  key: string,
  label: string,
  options: ReadonlyArray<readonly [value: string, text: string]>,
): HTMLSelectElement =>
  el(
    'select',
    { id: key, 'data-key': key, 'data-typed': true, 'aria-label': label },
    ...options.map(([value, text]) => el('option', { value }, text)),
  );

const declines = [
  'generic_decline',
  'insufficient_funds',
  'lost_card',
  'expired_card',
  'authentication_required',
] as const;

const lateMs = 30_000;

const faults = ['timeout_after', 'timeout_before', 'cut_short', 'late'] as const;

const clock = el('b', { id: 'clock' });
const planned = el('span', { class: 'planned', role: 'status' });
let forget = el('button', {});

const planText = (plan: unknown): string => {
  const { calls, faults: names, plans } = texts();
  const on = wordFor(calls, textAt(plan, 'on'));
  const decline = textAt(plan, 'with', 'decline');
  const times = numberAt(plan, 'times');
  const fault = at(plan, 'with');
  const kind = typeof fault === 'string' ? fault : 'late';
  const text = decline === '' ? plans.fault(wordFor(names, kind), on) : plans.decline(decline);
  return times > 1 ? `${times} × ${text}` : text;
};

const plansOf = (): ReadonlyArray<string> => {
  const doubles = numberAt(view.state, 'planned', 'doubles');
  return [
    ...itemsAt(view.state, 'planned', 'failures').map(planText),
    ...(doubles > 0 ? [texts().plans.twice(doubles)] : []),
  ];
};

/** Shows what changes in the tools: the clock of the processor, and what is planned. */
const renderPlans = (): void => {
  clock.textContent = exact(processorTime());
  const plans = plansOf();
  const text = plans.length === 0 ? texts().nothingPlanned : plans.join(' · ');
  if (planned.textContent === text) return;
  planned.textContent = text;
  planned.title = text;
  planned.classList.toggle('some', plans.length > 0);
  forget.toggleAttribute('disabled', plans.length === 0);
};

const group = (name: string, ...content: ReadonlyArray<HTMLElement>): HTMLElement =>
  el(
    'span',
    { class: 'tool', role: 'group', 'aria-label': name },
    el('span', { class: 'soft', 'aria-hidden': 'true' }, name),
    ...content,
  );

const failureGroups = (press: Press): ReadonlyArray<HTMLElement> => {
  const words = texts();
  const reason = selectOf(
    'reason',
    words.reason,
    declines.map((code) => [code, code]),
  );
  const call = selectOf('call', words.call, Object.entries(words.calls));
  const plan = (on: string, fault: unknown): void => {
    const made = { on, with: fault };
    press('fail-next', made, `${words.planned}: ${planText({ ...made, times: 1 })}`);
  };
  const groups = [
    group(
      words.nextPayment,
      reason,
      button(words.declineNext, () => plan('confirm', { decline: reason.value }), {
        'data-key': 'decline',
      }),
    ),
    group(
      words.nextAnswer,
      call,
      ...faults.map((fault) =>
        button(
          words.faults[fault],
          () => plan(call.value, fault === 'late' ? { delay: lateMs } : fault),
          { 'data-key': `fault ${fault}`, title: words.faultHints[fault] },
        ),
      ),
    ),
  ];
  return at(view.state, 'planned', 'doubles') === null
    ? groups
    : [
        ...groups,
        group(
          words.nextWebhook,
          button(words.twice, () => press('double-webhook', {}, words.plans.twice(1)), {
            'data-key': 'twice',
          }),
        ),
      ];
};

const clockGroup = (press: Press): HTMLElement => {
  const step = selectOf('step', texts().by, Object.entries(texts().durations));
  const advance = button(
    texts().advance,
    () => press('clock', { advance: Number(step.value) }, texts().advanced),
    { 'data-key': 'advance' },
  );
  return group(texts().clock, clock, ...(mayAct('clock') ? [step, advance] : []));
};

const planGroup = (press: Press): HTMLElement => {
  forget = button(texts().forget, () => press('forget-plans', {}, texts().forgotten), {
    'data-key': 'forget',
    disabled: true,
  });
  return group(texts().planned, planned, forget);
};

let made = '';

/** Shows the tools, made anew when the language or what the key may do has changed. */
export const renderTools = (press: Press): void => {
  const isKnown = view.state !== undefined;
  const doubles = at(view.state, 'planned', 'doubles') === null;
  const key = JSON.stringify([language(), isKnown, at(view.state, 'scopes'), doubles]);
  if (key !== made) {
    made = key;
    planned.textContent = '';
    toolsPlace.setAttribute('aria-label', texts().simulate);
    const mayPlan = mayAct('fail-next');
    show(
      tools,
      el('summary', { 'data-key': 'simulate' }, texts().simulate),
      el(
        'div',
        { class: 'toolbar' },
        ...(mayPlan ? failureGroups(press) : []),
        ...(mayPlan ? [planGroup(press)] : []),
        clockGroup(press),
        hasScope('events')
          ? el(
              'a',
              { class: 'button', href: fixtureAddress(), download: '', 'data-key': 'fixture' },
              texts().fixture,
            )
          : null,
      ),
    );
  }
  renderPlans();
};

import type { Fields } from '../shared/json.js';
import { fieldsOf } from '../shared/json.js';
import { methodName } from './method-forms.js';
import { uiText } from './ui-texts.js';

/** The choice among payment methods: tabs above the fields, or an accordion with the fields in it. */
type MethodChoice = {
  readonly element: HTMLElement;
  /** `null`: the customer has chosen none, and sees the methods alone. */
  readonly chosen: () => string | null;
  /** Shows these types, and keeps the chosen one if it is among them. */
  readonly offer: (types: ReadonlyArray<string>, options: Fields) => void;
  readonly collapse: () => void;
};

type Layout = {
  readonly type: 'accordion' | 'tabs';
  readonly isSpaced: boolean;
  readonly hasRadios: boolean;
};

// `auto` leaves the layout to Stripe, which prefers tabs.
const layoutOf = ({ layout }: Fields, methods: number): Layout => {
  const { type = layout, spacedAccordionItems, radios } = fieldsOf(layout);
  return {
    type: type === 'accordion' ? type : 'tabs',
    isSpaced: spacedAccordionItems === true,
    hasRadios: radios !== 'never' && radios !== false && (radios !== 'if_multiple' || methods > 1),
  };
};

export const createMethodChoice = (
  given: Fields,
  panel: HTMLElement,
  changed: () => void,
): MethodChoice => {
  const element = document.createElement('div');
  element.className = 'methods';
  const list = document.createElement('div');
  panel.id = 'payment-panel';
  element.append(list, panel);
  let chosen: string | null =
    fieldsOf(given['layout'])['defaultCollapsed'] === true ? null : 'card';
  let offered: ReadonlyArray<string> = [];
  let options = given;

  const choose = (type: string): void => {
    chosen = type;
    show();
    document.querySelector<HTMLElement>(`#${type}-tab`)?.focus();
    changed();
  };

  const createButton = (layout: Layout['type'], type: string, index: number): HTMLButtonElement => {
    const button = document.createElement('button');
    const isChosen = type === chosen;
    button.type = 'button';
    // Browser tests find the buttons by these ids: `#sepa_debit-tab`.
    button.id = `${type}-tab`;
    button.value = type;
    button.dataset['testid'] = type;
    button.textContent = methodName(type);
    button.disabled = options['readOnly'] === true;
    if (layout === 'tabs') {
      button.className = isChosen ? 'Tab Tab--selected' : 'Tab';
      button.setAttribute('role', 'tab');
      button.setAttribute('aria-selected', String(isChosen));
      button.setAttribute('aria-controls', panel.id);
      button.tabIndex = isChosen || (chosen === null && index === 0) ? 0 : -1;
    } else {
      button.className = 'AccordionButton';
      button.setAttribute('aria-expanded', String(isChosen));
    }
    button.addEventListener('click', () => choose(type));
    button.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
      if (step === undefined) return;
      const next = offered.at((offered.indexOf(type) + step) % offered.length);
      if (next !== undefined) choose(next);
    });
    return button;
  };

  const createItem = (type: string, index: number): HTMLElement => {
    const item = document.createElement('div');
    item.className = type === chosen ? 'AccordionItem AccordionItem--selected' : 'AccordionItem';
    item.append(createButton('accordion', type, index));
    if (type === chosen) item.append(panel);
    return item;
  };

  const show = (): void => {
    const { type: layout, isSpaced, hasRadios } = layoutOf(options, offered.length);
    // A single method needs no choice, unless it is collapsed.
    list.hidden = offered.length < 2 && chosen !== null;
    list.setAttribute('aria-label', uiText('Payment method'));
    list.className = layout === 'tabs' ? 'p-PaymentMethodSelector Tabs' : 'p-Accordion';
    list.classList.toggle('spaced', isSpaced);
    list.classList.toggle('plain', !hasRadios);
    panel.hidden = chosen === null;
    if (layout === 'tabs') {
      element.append(panel);
      list.setAttribute('role', 'tablist');
      list.replaceChildren(...offered.map((type, index) => createButton(layout, type, index)));
      return;
    }
    list.setAttribute('role', 'group');
    if (list.hidden || chosen === null) element.append(panel);
    list.replaceChildren(...(list.hidden ? [] : offered.map(createItem)));
  };

  return {
    element,
    chosen: () => chosen,
    offer: (types, changes) => {
      offered = types;
      options = changes;
      if (chosen !== null && !types.includes(chosen)) chosen = types[0] ?? 'card';
      show();
    },
    collapse: () => {
      chosen = null;
      show();
    },
  };
};

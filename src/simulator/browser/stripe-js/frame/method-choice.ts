import { methodName } from './method-forms.js';
import { uiText } from './ui-texts.js';

/** The choice among payment methods: tabs above the fields, or an accordion with the fields in it. */
type MethodChoice = {
  readonly element: HTMLElement;
  readonly chosen: () => string;
  /** Shows these types, and keeps the chosen one if it is among them. */
  readonly offer: (types: ReadonlyArray<string>) => void;
};

type Look = { readonly layout: 'accordion' | 'tabs'; readonly panel: HTMLElement };

export const createMethodChoice = ({ layout, panel }: Look, changed: () => void): MethodChoice => {
  const element = document.createElement('div');
  element.className = 'methods';
  const list = document.createElement('div');
  list.className = layout === 'tabs' ? 'p-PaymentMethodSelector Tabs' : 'p-Accordion';
  panel.id = 'payment-panel';
  element.append(list, panel);
  let chosen = 'card';
  let offered: ReadonlyArray<string> = [];

  const choose = (type: string): void => {
    chosen = type;
    show();
    document.querySelector<HTMLElement>(`#${type}-tab`)?.focus();
    changed();
  };

  const createButton = (type: string): HTMLButtonElement => {
    const button = document.createElement('button');
    const isChosen = type === chosen;
    button.type = 'button';
    // Browser tests find the buttons by these ids: `#sepa_debit-tab`.
    button.id = `${type}-tab`;
    button.value = type;
    button.dataset['testid'] = type;
    button.textContent = methodName(type);
    if (layout === 'tabs') {
      button.className = isChosen ? 'Tab Tab--selected' : 'Tab';
      button.setAttribute('role', 'tab');
      button.setAttribute('aria-selected', String(isChosen));
      button.setAttribute('aria-controls', panel.id);
      button.tabIndex = isChosen ? 0 : -1;
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

  const createItem = (type: string): HTMLElement => {
    const item = document.createElement('div');
    item.className = type === chosen ? 'AccordionItem AccordionItem--selected' : 'AccordionItem';
    item.append(createButton(type));
    if (type === chosen) item.append(panel);
    return item;
  };

  const show = (): void => {
    list.hidden = offered.length < 2;
    list.setAttribute('aria-label', uiText('Payment method'));
    if (layout === 'tabs') {
      list.setAttribute('role', 'tablist');
      list.replaceChildren(...offered.map(createButton));
      return;
    }
    if (list.hidden) element.append(panel);
    list.replaceChildren(...(list.hidden ? [] : offered.map(createItem)));
  };

  return {
    element,
    chosen: () => chosen,
    offer: (types) => {
      offered = types;
      if (!types.includes(chosen)) chosen = types[0] ?? 'card';
      show();
    },
  };
};

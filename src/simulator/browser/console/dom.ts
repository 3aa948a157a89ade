type Child = Node | string | null | false;

type Attributes = { readonly [name: string]: string | number | boolean | null };

/** Makes an element. Children that are texts are shown as they are, never read as HTML. */
export const el = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: ReadonlyArray<Child>
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
};

/** A button with what it does. */
export const button = (
  label: string,
  act: () => void,
  attributes: Attributes = {},
): HTMLButtonElement => {
  const made = el('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', act);
  return made;
};

const keyOf = (element: Element | null): string | null => element?.getAttribute('data-key') ?? null;

const keyed = (root: ParentNode, key: string | null): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>('[data-key]')].find((one) => keyOf(one) === key);

const isField = (element: Element | null): element is HTMLInputElement | HTMLSelectElement =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement;

const nameOf = (node: Node): string =>
  (node instanceof HTMLElement ? (node.dataset['row'] ?? node.dataset['key']) : undefined) ?? '';

// The old nodes that look as the new ones stay, with their places on the screen, the selection and the pointer over them. What
// a node does when it is pressed must show in its text or its attributes.
const reusing = (place: HTMLElement, nodes: ReadonlyArray<Node | string>) => {
  const old = new Map<string, Array<Node>>();
  for (const node of place.childNodes) {
    old.set(nameOf(node), [...(old.get(nameOf(node)) ?? []), node]);
  }
  return nodes.map((node) => {
    if (typeof node === 'string') return document.createTextNode(node);
    const candidates = old.get(nameOf(node)) ?? [];
    const index = candidates.findIndex((one) => one.isEqualNode(node));
    return index < 0 ? node : (candidates.splice(index, 1)[0] ?? node);
  });
};

const put = (place: HTMLElement, nodes: ReadonlyArray<Node>): void => {
  const kept = new Set(nodes);
  const gone = [...place.childNodes].filter((node) => !kept.has(node));
  for (const node of gone) node.remove();
  for (const [index, node] of nodes.entries()) {
    const there = place.childNodes[index] ?? null;
    if (there !== node) place.insertBefore(node, there);
  }
};

/**
 * Replaces what a part of the page shows. The focus, what was typed, and what was folded open stay where they were. The focus
 * of what is gone, such as a button that was pressed, goes to the part itself.
 */
export const show = (place: HTMLElement, ...children: ReadonlyArray<Child>): void => {
  const focused = document.activeElement;
  const hadFocus = focused !== place && place.contains(focused);
  const folds = new Map(
    [...place.querySelectorAll('details[data-key]')].map((fold) => [
      keyOf(fold),
      fold.hasAttribute('open'),
    ]),
  );
  const typed = new Map(
    [...place.querySelectorAll('[data-typed]')]
      .filter(isField)
      .map((field) => [keyOf(field), field.value]),
  );
  put(
    place,
    reusing(
      place,
      children.filter((child) => child !== null && child !== false),
    ),
  );
  for (const fold of place.querySelectorAll('details[data-key]')) {
    fold.toggleAttribute('open', folds.get(keyOf(fold)) ?? fold.hasAttribute('open'));
  }
  for (const field of [...place.querySelectorAll('[data-typed]')].filter(isField)) {
    const value = typed.get(keyOf(field));
    if (value !== undefined && value !== field.value) field.value = value;
  }
  if (!hadFocus || place.contains(document.activeElement)) return;
  (keyed(place, keyOf(focused)) ?? place).focus({ preventScroll: true });
};

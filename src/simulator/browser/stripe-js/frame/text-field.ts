import type { TextState } from '../shared/card-text.js';
import { type FieldErrorCode, validationError } from '../shared/field-errors.js';
import type { Fields } from '../shared/json.js';
import { frameLanguage, isUiText, type UiText, uiText } from './ui-texts.js';

/** The part of a card, of an address or of a contact that a field holds. */
export type FieldPart =
  | 'number'
  | 'expiry'
  | 'code'
  | 'postal'
  | 'email'
  | 'phone'
  | 'iban'
  | 'name'
  | 'line1'
  | 'line2'
  | 'city'
  | 'state';

/** How a text field looks, and what it takes. */
export type FieldKind = {
  readonly part: FieldPart;
  /** The name by which other people's browser tests find the input. */
  readonly name: string;
  readonly id: string;
  /** The name that Stripe.js gives the input in every release. */
  readonly stableName: string;
  readonly label: UiText;
  readonly placeholder: string;
  /** The token by which browsers know what to fill in. */
  readonly autocomplete: string;
  readonly inputMode: 'numeric' | 'text' | 'email' | 'tel';
  readonly format: (text: string, deleting: boolean) => string;
  readonly check: (text: string) => TextState;
  /** The error of the field when it stays empty; `null`: it may. */
  readonly whenEmpty: FieldErrorCode | null;
  /** Whether the options of the element, and the chosen country, want this field. Absent: always. */
  readonly isAsked?: (options: Fields, country: string) => boolean;
  /** Written above the input; otherwise only read out. */
  readonly shownLabel: boolean;
};

/** Events in a text field. */
type FieldListener = {
  readonly typed: () => void;
  /** The text became complete by typing at its end. */
  readonly completed: () => void;
  /** Backspace was pressed in the empty field. */
  readonly leftBackwards: () => void;
};

export type TextField = {
  readonly kind: FieldKind;
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly pasted: () => boolean;
  readonly state: () => TextState;
  /** Why the field is not complete; `null` if it is. */
  readonly problem: () => FieldErrorCode | null;
  /** The error to show: at once if the text is wrong, after the customer left the field if it is incomplete. */
  readonly shownError: () => FieldErrorCode | null;
  /** Shows the field's error even if the customer was never in it. */
  readonly reveal: () => void;
  readonly clear: () => void;
  /** Fills in a text, as it stands when typed. */
  readonly fill: (text: string) => void;
  readonly refresh: () => void;
};

const isError = (state: TextState): state is FieldErrorCode =>
  state !== 'empty' && state !== 'complete';

const isIncomplete = (code: FieldErrorCode): boolean => code.startsWith('incomplete_');

const digitsBefore = (text: string, at: number): number =>
  text.slice(0, at).replaceAll(/\D/g, '').length;

/** Where the caret stands behind this many digits. */
const positionAfter = (text: string, digits: number): number => {
  let at = 0;
  for (let seen = 0; at < text.length && seen < digits; at += 1) {
    if (/\d/.test(text.charAt(at))) seen += 1;
  }
  return at;
};

const createInput = (kind: FieldKind): HTMLInputElement => {
  const input = document.createElement('input');
  input.type = 'text';
  input.name = kind.name;
  input.id = kind.id;
  input.inputMode = kind.inputMode;
  input.spellcheck = false;
  input.className = kind.shownLabel ? 'Input' : 'InputElement';
  input.dataset['elementsStableFieldName'] = kind.stableName;
  input.setAttribute('autocomplete', kind.autocomplete);
  input.setAttribute('autocorrect', 'off');
  input.setAttribute('aria-required', String(kind.whenEmpty !== null));
  return input;
};

/** A labelled input that formats its text, marks itself as invalid, and shows its error if it has a place for it. */
export const createTextField = (kind: FieldKind, listener: FieldListener): TextField => {
  const element = document.createElement('div');
  element.className = kind.part;
  const label = document.createElement('label');
  label.htmlFor = kind.id;
  label.className = kind.shownLabel ? 'Label' : 'hidden';
  const input = createInput(kind);
  const alert = document.createElement('p');
  alert.id = `${kind.id}-error`;
  alert.className = kind.shownLabel ? 'Error' : 'hidden';
  alert.setAttribute('role', 'alert');
  alert.hidden = true;
  element.append(label, input, alert);

  let pasted = false;
  let left = false;

  const state = (): TextState => kind.check(input.value);

  const problem = (): FieldErrorCode | null => {
    const now = state();
    if (now === 'empty') return kind.whenEmpty;
    return isError(now) ? now : null;
  };

  const shownError = (): FieldErrorCode | null => {
    if (state() === 'empty' && !kind.shownLabel) return null;
    const code = problem();
    return code !== null && (left || !isIncomplete(code)) ? code : null;
  };

  const refresh = (): void => {
    label.textContent = uiText(kind.label);
    const { placeholder } = kind;
    input.placeholder = isUiText(placeholder) ? uiText(placeholder) : placeholder;
    const error = shownError();
    const now = state();
    input.classList.toggle('is-invalid', error !== null);
    input.classList.toggle('Input--invalid', error !== null);
    input.classList.toggle('is-complete', now === 'complete');
    input.classList.toggle('is-empty', now === 'empty');
    input.setAttribute('aria-invalid', String(error !== null));
    alert.hidden = error === null;
    alert.textContent =
      error === null ? '' : (validationError(error, frameLanguage()).message ?? '');
    if (error === null) input.removeAttribute('aria-describedby');
    else input.setAttribute('aria-describedby', alert.id);
  };

  input.addEventListener('input', (event) => {
    const { inputType = '' } = event instanceof InputEvent ? event : {};
    const raw = input.value;
    const at = input.selectionStart ?? raw.length;
    const atEnd = at === raw.length;
    const text = kind.format(raw, inputType.startsWith('delete'));
    if (text !== raw) {
      input.value = text;
      const caret = atEnd ? text.length : positionAfter(text, digitsBefore(raw, at));
      input.setSelectionRange(caret, caret);
    }
    left = false;
    refresh();
    listener.typed();
    if (state() === 'complete' && input.selectionStart === input.value.length) listener.completed();
  });
  input.addEventListener('paste', () => {
    pasted = true;
  });
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Backspace' && input.value === '') listener.leftBackwards();
  });
  input.addEventListener('blur', () => {
    left ||= input.value !== '';
    refresh();
    listener.typed();
  });
  refresh();

  return {
    kind,
    element,
    input,
    pasted: () => pasted,
    state,
    problem,
    shownError,
    reveal: () => {
      left = true;
      refresh();
    },
    fill: (text) => {
      input.value = kind.format(text, false);
      refresh();
    },
    clear: () => {
      input.value = '';
      left = false;
      refresh();
      listener.typed();
    },
    refresh,
  };
};

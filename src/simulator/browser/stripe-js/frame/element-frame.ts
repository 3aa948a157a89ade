import type { ErrorFields } from '../shared/api.js';
import { brandOf } from '../shared/card-text.js';
import { type FieldErrorCode, validationError } from '../shared/field-errors.js';
import type { ElementState, ElementType } from '../shared/frame-calls.js';
import { type Fields, fieldsOf, textIn } from '../shared/json.js';
import { asksForAddress, cardElementFields, type Surroundings } from './card-fields.js';
import { addressFields, emailFields, fieldsOfMethods, ibanFields } from './contact-fields.js';
import { countryOfLocale, createCountryField } from './countries.js';
import type { ShownMethods } from './elements-session.js';
import { framesOfGroup, partsOfGroup, shareFields } from './form-group.js';
import { createMethodChoice } from './method-choice.js';
import { hasMandate, methodForm, methodNote, shownTypes } from './method-forms.js';
import { createTextField, type FieldKind, type FieldPart, type TextField } from './text-field.js';
import { partsOf, type TypedForm, valueOf } from './typed-form.js';
import { frameLanguage, uiText } from './ui-texts.js';

type Listener = { readonly changed: () => void };

/** The fields of an element in its frame. */
type ElementForm = {
  readonly element: HTMLElement;
  readonly state: () => ElementState;
  readonly update: (options: Fields) => void;
  readonly focus: () => void;
  readonly clear: () => void;
  readonly collapse: () => void;
  /** Shows these payment methods, in the payment element. */
  readonly offer: (methods: ShownMethods) => void;
  /** Shows every error; the first one. */
  readonly validate: () => ErrorFields | null;
};

const kindsOf = (type: ElementType, around: Surroundings): ReadonlyArray<FieldKind> => {
  switch (type) {
    case 'address':
      return addressFields(around.country);
    case 'linkAuthentication':
      return emailFields;
    case 'iban':
      return ibanFields;
    case 'payment':
      return [
        ...cardElementFields(type, around).map((kind) => ({
          ...kind,
          isAsked: (options: Fields, country: string) =>
            around.method() === 'card' && (kind.isAsked?.(options, country) ?? true),
        })),
        ...fieldsOfMethods(around),
      ];
    default:
      return cardElementFields(type, around);
  }
};

/** The texts with which the shop fills the fields. It cannot fill in those of a card. */
const textsOf = (type: ElementType, options: Fields): { readonly [P in FieldPart]?: unknown } => {
  const given = fieldsOf(options['defaultValues']);
  if (type === 'card') return { postal: fieldsOf(options['value'])['postalCode'] };
  if (type === 'linkAuthentication') return { email: given['email'] };
  const {
    address: whole,
    name,
    email,
    phone,
  } = type === 'address' ? given : fieldsOf(given['billingDetails']);
  const address = fieldsOf(whole);
  const postal = address['postal_code'];
  return type === 'address' ? { name, ...address, postal } : { name, email, phone, postal };
};

const countryOf = (type: ElementType, options: Fields): string => {
  const given = fieldsOf(options['defaultValues']);
  const { address } = type === 'address' ? given : fieldsOf(given['billingDetails']);
  return (
    textIn(fieldsOf(address)['country']) ??
    countryOfLocale(frameLanguage() === 'es' ? 'es-ES' : navigator.language)
  );
};

const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Builds the fields of an element, in this frame. */
export const createElementForm = (
  type: ElementType,
  group: string,
  given: Fields,
  { changed }: Listener,
): ElementForm => {
  let options = given;
  let methods: ShownMethods = { types: ['card'], wallets: [], savesMethod: false };
  const grid = document.createElement('div');
  const note = document.createElement('p');
  note.className = 'Terms';
  const panel = document.createElement('div');
  panel.append(grid, note);
  const choice = type === 'payment' ? createMethodChoice(given, panel, () => refresh()) : null;
  const isCollapsed = (): boolean => choice?.chosen() === null;
  const method = (): string => (choice === null ? 'card' : (choice.chosen() ?? ''));
  const country =
    type === 'payment' || type === 'address'
      ? createCountryField(`${type}-countryInput`, countryOf(type, options))
      : null;
  const chosenCountry = (): string => country?.select.value ?? '';

  const fields: ReadonlyArray<TextField> = kindsOf(type, {
    number: () => partsOfGroup(group).number ?? '',
    country: chosenCountry,
    method,
    savesMethod: () => methods.savesMethod,
    hasBillingAddress: () => framesOfGroup(group).some((frame) => frame.asksBillingAddress),
  }).map((kind) => {
    const move = (step: 1 | -1): void => {
      fields[fields.indexOf(field) + step]?.input.focus();
    };
    const field: TextField = createTextField(kind, {
      typed: () => {
        for (const frame of framesOfGroup(group)) frame.refresh();
      },
      completed: () => {
        if (['number', 'expiry', 'code'].includes(kind.part)) move(1);
      },
      leftBackwards: () => move(-1),
    });
    return field;
  });

  const asked = (): ReadonlyArray<TextField> =>
    fields.filter(({ kind }) => kind.isAsked?.(options, chosenCountry()) ?? true);
  const textOf = (part: FieldPart): string | undefined =>
    asked().find(({ kind }) => kind.part === part)?.input.value;
  const asksCountry = (): boolean =>
    type === 'address' ||
    (type === 'payment' &&
      methodForm(method()).asksCountry &&
      asksForAddress(options, 'country', method()) &&
      !framesOfGroup(group).some((frame) => frame.asksBillingAddress));

  const brand = document.createElement('span');
  brand.className = 'brand';
  brand.setAttribute('aria-hidden', 'true');

  grid.className = fields.some(({ kind }) => kind.shownLabel) ? 'grid' : 'line';
  if (type === 'card') grid.append(brand);
  const afterCountry: FieldPart = type === 'address' ? 'line1' : 'postal';
  for (const field of fields) {
    if (country !== null && field.kind.part === afterCountry) grid.append(country.element);
    grid.append(field.element);
  }

  /** Whether the text about later payments, or about a mandate, is shown. */
  const hasTerms = (isUsual: boolean): boolean => {
    const term = fieldsOf(options['terms'])[camel(method())];
    return term === 'always' || (isUsual && term !== 'never');
  };

  const layOut = (): void => {
    const shown = new Set(asked());
    const isReadOnly = options['readOnly'] === true;
    for (const field of fields) {
      field.element.hidden = !shown.has(field);
      field.input.disabled = options['disabled'] === true;
      field.input.readOnly = isReadOnly;
    }
    if (country !== null) {
      country.relabel();
      country.select.disabled = isReadOnly;
      country.element.hidden = !asksCountry();
      country.element.classList.toggle(
        'wide',
        type === 'address' || textOf('postal') === undefined,
      );
    }
    const text = methodNote(method(), {
      language: frameLanguage(),
      business: textIn(fieldsOf(options['business'])['name']) ?? 'Pasarela',
      savesMethod: hasTerms(methods.savesMethod),
      hasMandate: hasTerms(hasMandate(method(), methods.savesMethod)),
    });
    note.textContent = text ?? '';
    note.hidden = text === null;
    brand.hidden = options['hideIcon'] === true;
    const { placeholder } = options;
    const [only] = fields;
    if (fields.length === 1 && typeof placeholder === 'string' && only !== undefined) {
      only.input.placeholder = placeholder;
    }
  };

  const typed = (): TypedForm => ({
    type,
    mode: options['mode'],
    text: textOf,
    country: asksCountry() ? chosenCountry() : undefined,
    method: method(),
    acceptsMandate: hasMandate(method(), methods.savesMethod),
  });

  const state = (): ElementState => {
    const shown = asked()
      .map((field) => field.shownError())
      .find((code) => code !== null);
    return {
      empty: asked().every((field) => field.state() === 'empty'),
      complete: problem() === null,
      collapsed: isCollapsed(),
      brand: brandOf(textOf('number') ?? ''),
      value: valueOf(typed()),
      ...(shown === undefined ? {} : { error: validationError(shown, frameLanguage()) }),
    };
  };

  const refresh = (): void => {
    for (const field of fields) field.refresh();
    layOut();
    const name = brandOf(textOf('number') ?? '');
    brand.textContent = name === 'unknown' ? uiText('Card') : name;
    changed();
  };

  const problem = (): FieldErrorCode | null =>
    isCollapsed()
      ? 'incomplete_payment_details'
      : (asked()
          .map((field) => field.problem())
          .find((code) => code !== null) ?? null);

  const offer = (): void => {
    choice?.offer(shownTypes(methods, options), options);
    refresh();
  };

  const fillIn = (values: Fields): void => {
    const texts = textsOf(type, values);
    for (const field of fields) {
      const text = textIn(texts[field.kind.part]);
      if (text !== undefined) field.fill(text);
    }
  };

  fillIn(options);
  country?.select.addEventListener('change', refresh);
  shareFields({
    group,
    parts: () => partsOf(typed()),
    refresh,
    problem: () => {
      asked()
        .find((field) => field.problem() !== null)
        ?.reveal();
      return problem();
    },
    asksBillingAddress: type === 'address' && options['mode'] === 'billing',
    pasted: () =>
      fields
        .filter((field) => field.pasted())
        .map(({ kind }) => (kind.part === 'code' ? 'cvc' : kind.part)),
  });

  return {
    element: choice?.element ?? grid,
    state,
    update: (changes) => {
      options = { ...options, ...changes };
      fillIn(changes);
      offer();
    },
    focus: () => (asked().find((field) => field.problem() !== null) ?? fields[0])?.input.focus(),
    clear: () => {
      for (const field of fields) field.clear();
    },
    collapse: () => {
      choice?.collapse();
      refresh();
    },
    offer: (shown) => {
      methods = shown;
      offer();
    },
    validate: () => {
      for (const field of asked()) field.reveal();
      const code = problem();
      changed();
      return code === null ? null : validationError(code, frameLanguage());
    },
  };
};

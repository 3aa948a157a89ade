import type { ErrorFields } from '../shared/api.js';
import { brandOf } from '../shared/card-text.js';
import { type FieldErrorCode, validationError } from '../shared/field-errors.js';
import type { ElementState, ElementType } from '../shared/frame-calls.js';
import { type Fields, fieldsOf, textIn } from '../shared/json.js';
import { asksForAddress, cardElementFields, type Surroundings } from './card-fields.js';
import { addressFields, emailFields } from './contact-fields.js';
import { countryOfLocale, createCountryField } from './countries.js';
import { framesOfGroup, partsOfGroup, shareFields } from './form-group.js';
import { createTextField, type FieldKind, type FieldPart, type TextField } from './text-field.js';
import { partsOf, type TypedForm, valueOf } from './typed-form.js';

type Listener = { readonly changed: () => void };

/** The fields of an element in its frame. */
type ElementForm = {
  readonly element: HTMLElement;
  readonly state: () => ElementState;
  readonly update: (options: Fields) => void;
  readonly focus: () => void;
  readonly clear: () => void;
  /** Shows every error; the first one. */
  readonly validate: () => ErrorFields | null;
};

const kindsOf = (type: ElementType, around: Surroundings): ReadonlyArray<FieldKind> => {
  switch (type) {
    case 'address':
      return addressFields(around.country);
    case 'linkAuthentication':
      return emailFields;
    default:
      return cardElementFields(type, around);
  }
};

/** The texts with which the shop fills the fields. It cannot fill in those of a card. */
const textsOf = (type: ElementType, options: Fields): { readonly [P in FieldPart]?: unknown } => {
  const given = fieldsOf(options['defaultValues']);
  if (type === 'card') return { postal: fieldsOf(options['value'])['postalCode'] };
  if (type === 'linkAuthentication') return { email: given['email'] };
  const address = fieldsOf(
    type === 'address' ? given['address'] : fieldsOf(given['billingDetails'])['address'],
  );
  const postal = address['postal_code'];
  return type === 'address' ? { name: given['name'], ...address, postal } : { postal };
};

const countryOf = (type: ElementType, options: Fields): string => {
  const given = fieldsOf(options['defaultValues']);
  const { address } = type === 'address' ? given : fieldsOf(given['billingDetails']);
  return textIn(fieldsOf(address)['country']) ?? countryOfLocale(navigator.language);
};

/** Builds the fields of an element, in this frame. */
export const createElementForm = (
  type: ElementType,
  group: string,
  given: Fields,
  { changed }: Listener,
): ElementForm => {
  let options = given;
  const country =
    type === 'payment' || type === 'address'
      ? createCountryField(`${type}-countryInput`, countryOf(type, options))
      : null;
  const chosenCountry = (): string => country?.select.value ?? '';

  const fields: ReadonlyArray<TextField> = kindsOf(type, {
    number: () => partsOfGroup(group).number ?? '',
    country: chosenCountry,
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
      asksForAddress(options, 'country') &&
      !framesOfGroup(group).some((frame) => frame.asksBillingAddress));

  const brand = document.createElement('span');
  brand.className = 'brand';
  brand.setAttribute('aria-hidden', 'true');

  const element = document.createElement('div');
  element.className = fields.some(({ kind }) => kind.shownLabel) ? 'grid' : 'line';
  if (type === 'card') element.append(brand);
  const afterCountry: FieldPart = type === 'address' ? 'line1' : 'postal';
  for (const field of fields) {
    if (country !== null && field.kind.part === afterCountry) element.append(country.element);
    element.append(field.element);
  }

  const layOut = (): void => {
    const shown = new Set(asked());
    for (const field of fields) {
      field.element.hidden = !shown.has(field);
      field.input.disabled = options['disabled'] === true;
    }
    if (country !== null) {
      country.element.hidden = !asksCountry();
      country.element.classList.toggle(
        'wide',
        type === 'address' || textOf('postal') === undefined,
      );
    }
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
  });

  const state = (): ElementState => {
    const shown = asked()
      .map((field) => field.shownError())
      .find((code) => code !== null);
    return {
      empty: asked().every((field) => field.state() === 'empty'),
      complete: asked().every((field) => field.problem() === null),
      brand: brandOf(textOf('number') ?? ''),
      value: valueOf(typed()),
      ...(shown === undefined ? {} : { error: validationError(shown) }),
    };
  };

  const refresh = (): void => {
    for (const field of fields) field.refresh();
    layOut();
    const name = brandOf(textOf('number') ?? '');
    brand.textContent = name === 'unknown' ? 'Card' : name;
    changed();
  };

  const problem = (): FieldErrorCode | null => {
    const wrong = asked().find((field) => field.problem() !== null);
    wrong?.reveal();
    return wrong?.problem() ?? null;
  };

  const texts = textsOf(type, options);
  for (const { kind, input } of fields) input.value = textIn(texts[kind.part]) ?? '';
  country?.select.addEventListener('change', refresh);
  shareFields({
    group,
    parts: () => partsOf(typed()),
    refresh,
    problem,
    asksBillingAddress: type === 'address' && options['mode'] === 'billing',
    pasted: () =>
      fields
        .filter((field) => field.pasted())
        .map(({ kind }) => (kind.part === 'code' ? 'cvc' : kind.part)),
  });

  return {
    element,
    state,
    update: (changes) => {
      options = { ...options, ...changes };
      refresh();
    },
    focus: () => (asked().find((field) => field.problem() !== null) ?? fields[0])?.input.focus(),
    clear: () => {
      for (const field of fields) field.clear();
    },
    validate: () => {
      for (const field of asked()) field.reveal();
      const code = problem();
      changed();
      return code === null ? null : validationError(code);
    },
  };
};

import type { ErrorFields } from '../shared/api.js';
import { validationError } from '../shared/card-errors.js';
import { brandOf } from '../shared/card-text.js';
import type { ElementState, ElementType } from '../shared/frame-calls.js';
import { type Fields, fieldsOf, textIn } from '../shared/json.js';
import { fieldsOfElement } from './card-fields.js';
import { cardOfGroup, framesOfGroup, shareFields } from './card-group.js';
import { countryOfLocale, createCountryField, takesPostalCode } from './countries.js';
import { createTextField, type TextField } from './text-field.js';

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

/** Whether the shop left a part of the billing details to the element: it may collect them itself, and then says `never`. */
const asksFor = (options: Fields, part: 'country' | 'postalCode'): boolean => {
  const { billingDetails } = fieldsOf(options['fields']);
  const { address } = fieldsOf(billingDetails);
  return ![billingDetails, address, fieldsOf(address)[part]].includes('never');
};

/** Builds the fields of an element, in this frame. */
export const createElementForm = (
  type: ElementType,
  group: string,
  given: Fields,
  { changed }: Listener,
): ElementForm => {
  let options = given;
  const billing = fieldsOf(fieldsOf(options['defaultValues'])['billingDetails']);
  const address = fieldsOf(billing['address']);
  const country =
    type === 'payment'
      ? createCountryField(
          'payment-countryInput',
          textIn(address['country']) ?? countryOfLocale(navigator.language),
        )
      : null;

  const element = document.createElement('div');
  element.className = type === 'payment' ? 'grid' : 'line';

  const around = {
    number: () => cardOfGroup(group).number ?? '',
    country: () => country?.select.value ?? '',
  };
  const move = (from: TextField, step: 1 | -1): void => {
    fields[fields.indexOf(from) + step]?.input.focus();
  };
  const fields: ReadonlyArray<TextField> = fieldsOfElement(type, around).map((kind) => {
    const field: TextField = createTextField(kind, {
      typed: () => {
        for (const frame of framesOfGroup(group)) frame.refresh();
        changed();
      },
      completed: () => {
        if (kind.part !== 'postal') move(field, 1);
      },
      leftBackwards: () => move(field, -1),
    });
    return field;
  });
  const fieldOf = (part: TextField['part']): TextField | undefined =>
    fields.find((field) => field.part === part);

  const brand = document.createElement('span');
  brand.className = 'brand';
  brand.setAttribute('aria-hidden', 'true');
  if (type === 'card') element.append(brand);
  for (const field of fields) {
    if (country !== null && field.part === 'postal') element.append(country.element);
    element.append(field.element);
  }

  const isAsked = ({ part }: TextField): boolean => {
    if (part !== 'postal') return true;
    return country === null
      ? options['hidePostalCode'] !== true
      : asksFor(options, 'postalCode') && takesPostalCode(country.select.value);
  };
  const asked = (): ReadonlyArray<TextField> => fields.filter(isAsked);

  const layOut = (): void => {
    for (const field of fields) field.element.hidden = !isAsked(field);
    for (const field of fields) field.input.disabled = options['disabled'] === true;
    if (country !== null) {
      country.element.hidden = !asksFor(options, 'country');
      country.element.classList.toggle('wide', !asked().some(({ part }) => part === 'postal'));
    }
    brand.hidden = options['hideIcon'] === true;
    const { placeholder } = options;
    if (fields.length === 1 && typeof placeholder === 'string') {
      for (const { input } of fields) input.placeholder = placeholder;
    }
  };

  const textOf = (part: TextField['part']): string | undefined => {
    const field = fieldOf(part);
    return field !== undefined && isAsked(field) ? field.input.value : undefined;
  };

  const problem = () => {
    const wrong = asked().find((field) => field.state() !== 'complete');
    if (wrong === undefined) return null;
    wrong.reveal();
    const state = wrong.state();
    if (state !== 'empty' && state !== 'complete') return state;
    return (
      {
        number: 'incomplete_number',
        expiry: 'incomplete_expiry',
        code: 'incomplete_cvc',
        postal: 'incomplete_zip',
      } as const
    )[wrong.part];
  };

  shareFields({
    group,
    parts: () => {
      const parts = {
        number: textOf('number'),
        expiry: textOf('expiry'),
        code: textOf('code'),
        postalCode: textOf('postal'),
        country: country !== null && asksFor(options, 'country') ? country.select.value : undefined,
      };
      return Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== undefined));
    },
    refresh: () => {
      for (const field of fields) field.refresh();
    },
    pasted: () =>
      fields.filter((field) => field.pasted()).map(({ part }) => (part === 'code' ? 'cvc' : part)),
    problem,
  });

  const state = (): ElementState => {
    const shown = asked()
      .map((field) => field.shownError())
      .find((code) => code !== null);
    return {
      empty: asked().every((field) => field.state() === 'empty'),
      complete: asked().every((field) => field.state() === 'complete'),
      brand: brandOf(textOf('number') ?? ''),
      postalCode: textOf('postal') ?? '',
      ...(shown === undefined ? {} : { error: validationError(shown) }),
    };
  };

  const showBrand = (): void => {
    const name = state().brand;
    brand.textContent = name === 'unknown' ? 'Card' : name;
  };

  country?.select.addEventListener('change', () => {
    layOut();
    changed();
  });
  element.addEventListener('input', showBrand);
  const prefilled =
    textIn(fieldsOf(options['value'])['postalCode']) ?? textIn(address['postal_code']);
  const postal = fieldOf('postal');
  if (postal !== undefined && prefilled !== undefined) postal.input.value = prefilled;
  layOut();
  showBrand();

  return {
    element,
    state,
    update: (changes) => {
      options = { ...options, ...changes };
      layOut();
      changed();
    },
    focus: () =>
      (asked().find((field) => field.state() !== 'complete') ?? fields[0])?.input.focus(),
    clear: () => {
      for (const field of fields) field.clear();
      showBrand();
    },
    validate: () => {
      for (const field of asked()) field.reveal();
      const code = problem();
      changed();
      return code === null ? null : validationError(code);
    },
  };
};

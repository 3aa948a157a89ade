import type { FieldErrorCode } from '../shared/field-errors.js';
import { type Fields, fieldsOf } from '../shared/json.js';

/** The values of the fields of a form. The addresses are as a request has them. */
export type FormParts = {
  readonly number?: string;
  readonly expiry?: string;
  readonly code?: string;
  /** The payment method that the customer has chosen; absent: a card. */
  readonly method?: string;
  readonly iban?: string;
  /** Whether the customer accepts a mandate by confirming. */
  readonly acceptsMandate?: boolean;
  readonly billing?: Fields;
  readonly shipping?: Fields;
};

/** The values of a frame for the other frames of its form. The shop's page is of another origin, and cannot read it. */
type SharedFields = {
  readonly group: string;
  readonly parts: () => FormParts;
  /** The text of another frame changed, such as the number on which the security code depends. */
  readonly refresh: () => void;
  /** Whether the frame asks for the billing address. */
  readonly asksBillingAddress: boolean;
  readonly pasted: () => ReadonlyArray<string>;
  /** The error of the first field that is not complete. */
  readonly problem: () => FieldErrorCode | null;
};

declare global {
  interface Window {
    pasarelaFields?: SharedFields;
  }
}

const sharedBy = (frame: Window | undefined): SharedFields | undefined => {
  try {
    return frame?.pasarelaFields;
  } catch {
    return undefined;
  }
};

/** The fields of a form, in all frames that it has in the shop's page. */
export const framesOfGroup = (group: string): ReadonlyArray<SharedFields> =>
  Array.from({ length: window.parent.length }, (_, index) => sharedBy(window.parent[index])).filter(
    (fields): fields is SharedFields => fields?.group === group,
  );

const mergeBilling = (one: Fields = {}, other: Fields = {}): Fields => ({
  ...one,
  ...other,
  address: { ...fieldsOf(one['address']), ...fieldsOf(other['address']) },
});

/** The parts of a form, put together from its frames. */
export const partsOfGroup = (group: string): FormParts =>
  framesOfGroup(group).reduce<FormParts>((form, frame) => {
    const parts = frame.parts();
    return { ...form, ...parts, billing: mergeBilling(form.billing, parts.billing) };
  }, {});

/** Lets the other frames of the form read the fields of this one. */
export const shareFields = (fields: SharedFields): void => {
  window.pasarelaFields = fields;
};

import type { CardErrorCode } from '../shared/card-errors.js';

/** What a field of a card holds, for the other frames of its form. */
export type CardParts = {
  readonly number?: string;
  readonly expiry?: string;
  readonly code?: string;
  readonly postalCode?: string;
  readonly country?: string;
};

/** What a frame shows to the other frames of its form. The shop's page is of another origin, and cannot read it. */
type SharedFields = {
  readonly group: string;
  readonly parts: () => CardParts;
  /** The text of another frame changed, such as the number on which the security code depends. */
  readonly refresh: () => void;
  readonly pasted: () => ReadonlyArray<string>;
  /** The error of the first field that is not complete. */
  readonly problem: () => CardErrorCode | null;
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

/** The card of a form, put together from its frames. */
export const cardOfGroup = (group: string): CardParts =>
  framesOfGroup(group).reduce<CardParts>((card, { parts }) => ({ ...card, ...parts() }), {});

/** Lets the other frames of the form read the fields of this one. */
export const shareFields = (fields: SharedFields): void => {
  window.pasarelaFields = fields;
};

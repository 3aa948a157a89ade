import type { JsonObject } from '../objects/json-object.js';
import type { Metadata } from '../objects/metadata.js';

/** What a caller may say about a customer; an empty text removes a value. */
export type CustomerParams = {
  readonly email?: string;
  readonly name?: string;
  readonly phone?: string;
  readonly description?: string;
  readonly address?: JsonObject;
  readonly shipping?: JsonObject;
  readonly preferred_locales?: ReadonlyArray<string>;
  readonly metadata?: Metadata | '';
};

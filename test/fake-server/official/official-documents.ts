import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { at } from '../../support/at.js';
import type { OfficialDocument } from './official-document.js';

const folder = resolve(process.env['PROCESSOR_SCHEMAS'] ?? '../shared/processor-schemas');

const isDocument = (value: unknown): value is OfficialDocument =>
  ['info.version', 'paths', 'components.schemas'].every((path) => at(value, path) !== undefined);

const read = (name: string): OfficialDocument => {
  const document: unknown = JSON.parse(readFileSync(resolve(folder, name), 'utf8'));
  if (!isDocument(document)) throw new Error(`${name} is no OpenAPI document`);
  return document;
};

/** What the processor has published about itself. */
export type OfficialDocuments = {
  /** The OpenAPI document of its API of 2023-08-16. */
  readonly api: OfficialDocument;
  /** The same with the objects as the types of version 23 of its SDK have them. */
  readonly sdk: OfficialDocument;
};

/** Reference material that is no part of this project: `null`, and a line that says so, where it is absent. */
export const officialDocuments = (): OfficialDocuments | null => {
  if (existsSync(folder)) {
    return { api: read('api-2023-08-16.json'), sdk: read('sdk-23-types.json') };
  }
  console.log(
    `not checked against the processor's own documents: PROCESSOR_SCHEMAS names no folder`,
  );
  return null;
};

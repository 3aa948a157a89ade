import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../../support/json/at.js';
import type { OfficialDocument } from './official-document.js';

const folder = process.env['PROCESSOR_SCHEMAS'] ?? '../shared/processor-schemas';

const isDocument = (value: unknown): value is OfficialDocument =>
  ['info.version', 'paths', 'components.schemas'].every((path) => at(value, path) !== undefined);

const read = (name: string): OfficialDocument => {
  const document: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
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

const readAll = (): OfficialDocuments | null => {
  if (existsSync(folder)) {
    return { api: read('api-2023-08-16.json'), sdk: read('sdk-23-types.json') };
  }
  console.log(
    `not checked against the processor's own documents: no folder ${folder} (PROCESSOR_SCHEMAS)`,
  );
  return null;
};

const found = readAll();

/**
 * Registers tests against the processor's own documents. They are reference material and no part of this project:
 * where they are absent, a line says so and there are no such tests.
 */
export const withOfficialDocuments = (register: (documents: OfficialDocuments) => void): void => {
  if (found !== null) register(found);
};

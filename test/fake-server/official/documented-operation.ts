import type { DocumentedOperation, OfficialDocument } from './official-document.js';

const anonymous = (path: string): string => path.replaceAll(/:[^/]+|\{[^/]+\}/g, '{}');

/** What a document says about an operation; its names for what is in the path may be others. */
export const documentedOperation = (
  document: OfficialDocument,
  { method, path }: { readonly method: string; readonly path: string },
): DocumentedOperation | undefined =>
  Object.entries(document.paths).find(([one]) => anonymous(one) === anonymous(path))?.[1][
    method.toLowerCase()
  ];

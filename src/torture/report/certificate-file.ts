import * as E from 'fp-ts/lib/Either.js';
import {
  aText,
  aWord,
  type Check,
  inOneLine,
  listOf,
  must,
  optional,
  options,
} from '../../application/checked-input.js';
import { objectFields } from '../../domain/input/json.js';
import { TortureProblem } from '../options/torture-problem.js';
import type { Certificate, MarkedCell } from '../result/certificate.js';
import { certificateSummary } from './certificate-text.js';

const kind = 'pasarela.torture-certificate';
const format = 1;

type Second = NonNullable<MarkedCell['second']>;

type CertificateFile = Certificate & {
  readonly object: typeof kind;
  readonly version: typeof format;
  readonly summary?: string;
};

const CertificateFile: Check<CertificateFile> = options<CertificateFile>({
  object: must(`must be "${kind}"`, (value): value is typeof kind => value === kind),
  version: must(
    `must be ${format}: this version of Pasarela reads no other`,
    (value): value is typeof format => value === format,
  ),
  summary: optional(aText),
  cells: listOf(
    options<MarkedCell>({
      journey: aText,
      message: aText,
      fault: aText,
      second: optional(options<Second>({ message: aText, fault: aText })),
      mark: aWord('held', 'broke', 'unreached'),
      rules: listOf(aText),
      why: optional(aText),
    }),
  ),
});

/**
 * A certificate as a file to keep in a repository: a line for each cell, and nothing that differs from run to run. Ends with a line
 * feed.
 */
export const certificateFileText = (certificate: Certificate): string => {
  const head = { object: kind, version: format, summary: certificateSummary(certificate) };
  const cells = certificate.cells.map((cell) => `    ${JSON.stringify(cell)}`).join(',\n');
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "cells": [\n${cells}\n  ]\n}\n`;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The certificate of a file. Throws a `TortureProblem` that says what is wrong with it. */
export const readCertificate = (path: string, text: string): Certificate => {
  const fail = (problem: string): never => {
    throw new TortureProblem(
      `${path}: ${problem}. Pass a certificate that pasarela torture has written`,
    );
  };
  const certificate = parsed(text);
  if (certificate === undefined) return fail('it is not JSON, or cut short');
  if (objectFields(certificate)['object'] !== kind) {
    return fail(`its field object is not "${kind}"`);
  }
  const read = CertificateFile.read(certificate, 'certificate');
  if (E.isLeft(read)) return fail(inOneLine(read.left));
  return { cells: read.right.cells };
};

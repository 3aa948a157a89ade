import { createHash } from 'node:crypto';

const hashes = (contents: ReadonlyArray<string>): string =>
  contents
    .map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`)
    .join(' ');

const inside = (html: string, pattern: RegExp): ReadonlyArray<string> =>
  [...html.matchAll(pattern)].map(([, content = '']) => content);

/** The Content-Security-Policy under which a page runs nothing but its own scripts and talks to no other host. */
export const referencePolicy = (html: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${hashes(inside(html, /<script>([\s\S]*?)<\/script>/g))}`,
    `style-src 'self' ${hashes(inside(html, /<style>([\s\S]*?)<\/style>/g))}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

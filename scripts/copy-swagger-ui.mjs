import { copyFileSync, mkdirSync } from 'node:fs';

const files = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui-standalone-preset.js',
  'swagger-ui-standalone-preset.js.LICENSE.txt',
  'favicon-32x32.png',
  'LICENSE',
  'NOTICE',
  // Its version is part of the URLs.
  'package.json',
];

/**
 * Copies the assets of the API reference into `swagger-ui/` in the folder of the code that reads them. Users of the package get these
 * files, not swagger-ui-dist: it is five times as large, and depends on a package that reports installations.
 */
export const copySwaggerUi = (target) => {
  mkdirSync(`${target}/swagger-ui`, { recursive: true });
  for (const file of files) {
    copyFileSync(`node_modules/swagger-ui-dist/${file}`, `${target}/swagger-ui/${file}`);
  }
};

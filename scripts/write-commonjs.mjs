import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';

/**
 * Writes the CommonJS form of the library into `cjs/` of the target: each of its ES modules, entry points and chunks, translated
 * by itself. So each class exists once there too, which esbuild cannot do when it bundles to CommonJS.
 */
export const writeCommonJs = async (target, modules) => {
  const folder = `${target}/cjs`;
  await build({
    entryPoints: modules,
    outdir: folder,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    logLevel: 'warning',
    // `import()` in CommonJS needs a flag in Jest. All packages that are loaded later can be required.
    supported: { 'dynamic-import': false },
    // Files beside the ES modules are found from here too: a URL without a slash at its end is relative to the folder above.
    define: { 'import.meta.url': 'folderUrl' },
    banner: { js: "const folderUrl = require('node:url').pathToFileURL(__dirname).href;" },
  });
  writeFileSync(`${folder}/package.json`, '{ "type": "commonjs" }\n');
};

/**
 * Writes the declarations of the ES modules beside them. They refer to those of the CommonJS form, so that TypeScript knows
 * each type once, whichever form a file imports.
 */
export const writeDeclarations = (target, entryPoints) => {
  for (const entryPoint of entryPoints) {
    const name = basename(entryPoint, '.ts');
    writeFileSync(`${target}/${name}.d.ts`, `export * from './cjs/${name}.js';\n`);
  }
};

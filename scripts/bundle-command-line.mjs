import { build } from 'esbuild';
import { bundleConsole } from './bundle-console.mjs';
import { bundleSettings } from './bundle-settings.mjs';
import { bundleShop } from './bundle-shop.mjs';
import { bundleStripeJs } from './bundle-stripe-js.mjs';
import { copySwaggerUi } from './copy-swagger-ui.mjs';

/**
 * Bundles the command line into `cli.js`, which checks the version of Node, and `main.js`, with the files that the service reads beside it. It is a program, and nothing imports it:
 * it contains its packages, but for binaries and drivers. Returns what esbuild says about it.
 */
export const bundleCommandLine = async (target) => {
  const settings = bundleSettings(target);
  const commandLine = await build({
    ...settings,
    entryPoints: { main: 'src/infrastructure/cli/main.ts' },
    chunkNames: 'cli-[hash]',
    external: ['libsql', 'pg'],
    // For packages in CommonJS that require a module of Node.
    banner: {
      js: "import { createRequire as createCliRequire } from 'node:module'; const require = createCliRequire(import.meta.url);",
    },
  });
  // A file of its own, without `import` and `export`: Node 10 must be able to parse it.
  await build({
    ...settings,
    entryPoints: { cli: 'src/infrastructure/cli/entry.ts' },
    external: ['./main.js'],
    splitting: false,
  });
  // Node loads it into shops under test. It stands beside the code that says where it is.
  await build({
    ...settings,
    entryPoints: ['src/torture/stand-in/redirect-preload.ts'],
    splitting: false,
  });
  bundleStripeJs(target);
  bundleConsole(target);
  bundleShop(target);
  copySwaggerUi(target);
  return commandLine;
};

#!/usr/bin/env node
// Old versions of Node cannot parse the command line. This file has only syntax of Node 10, and imports the rest where it can run.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 20 || (major === 20 && minor >= 19)) {
  void import('./main.js');
} else {
  process.stderr.write(
    `pasarela: Node ${process.versions.node} is too old: install Node 20.19 or newer, from https://nodejs.org\n`,
  );
  process.exitCode = 1;
}

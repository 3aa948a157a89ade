/* oxlint-disable typescript/no-require-imports */
// Starts Medusa as the `index.js` of its starter does, on the loopback address.
const express = require('express');
const { default: loadMedusa } = require('@medusajs/medusa/dist/loaders');

const main = async () => {
  const app = express();
  await loadMedusa({ directory: __dirname, expressApp: app });
  app.listen(Number(process.env.PORT), '127.0.0.1');
};

void main();

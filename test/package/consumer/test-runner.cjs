// What the examples use of Jest and Vitest, on node:test. `npm run examples -- jest vitest` runs them with the real ones.
const assert = require('node:assert/strict');
const { after, before, beforeEach, test } = require('node:test');

const expect = (actual) => ({
  toBe: (expected) => assert.equal(actual, expected),
  toEqual: (expected) => assert.deepEqual(actual, expected),
  rejects: { toMatchObject: (expected) => assert.rejects(actual, expected) },
});

module.exports = { afterAll: after, beforeAll: before, beforeEach, expect, test };

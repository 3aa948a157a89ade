import { type TestCardName, testCards } from './test-cards.js';

const isName = (name: string): name is TestCardName => name in testCards;

const byNumber: ReadonlyMap<string, TestCardName> = new Map(
  Object.keys(testCards)
    .filter(isName)
    .map((name) => [testCards[name].number, name]),
);

/** The test card with this number; spaces and dashes do not count. */
export const findTestCard = (number: string): TestCardName | undefined =>
  byNumber.get(number.replaceAll(/[\s-]/g, ''));

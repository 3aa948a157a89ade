import { join } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript-6';

// As in the program of a user, over the declarations of the package.
const file = join(process.cwd(), 'build/hovered.ts');
const program = `import { createPayments, type ProcessorWithout } from './src/index.js';
import { createMemoryProcessor } from './src/memory.js';
const payments = createPayments({ processor: createMemoryProcessor() });
payments.createCustomer({ email: 'ada@example.com', name: 'Ada', phone: '1' });
payments.createPaymentIntent({ customer: 'cus_1', amount: '19.99', payment_method: 'pm_1' });
payments.createPaymentIntent({ customer: 'cus_1', amount_minor: 1999, payment_method: 'pm_1' });
payments.refundCharge({ charge: 'ch_1', reason: 'duplicate' });
payments.refundCharge({ charge: 'ch_1', amount: '5' }, { processorIdempotencyKey: 'order-42' });
payments.taskEither.capturePayment({ payment_intent: 'pi_1' });
payments.taskEither.cancelPayment({ payment_intent: 'pi_1', cancellation_reason: 'abandoned' });
payments.withIdempotencyKey('order-42', { scope: 'open' }).refundCharge({ charge: 'ch_1' });
payments.withIdempotencyKey('order-42').taskEither.refundCharge({ charge: 'ch_1', amount_minor: 1 });
const bank = createPayments({ processor: {} as ProcessorWithout<'customers' | 'savedCards' | 'cardTokens'> });
bank.createPaymentIntent({ amount: '19.99', description: 'Order 42', confirm: true });
bank.taskEither.createPaymentIntent({ amount_minor: 1999 });
bank.withIdempotencyKey('order-42').createPaymentIntent({ amount: '19.99' });
bank.withIdempotencyKey('order-42').taskEither.createPaymentIntent({ amount: '19.99' });
const page = createPayments({ processor: {} as ProcessorWithout<'customers' | 'savedCards'> });
page.createPaymentIntent({ amount: '19.99', payment_method: 'pm_1' });
`;

const mistakes = [
  "payments.createPaymentIntent({ amount: '19.99', payment_method: 'pm_1' });",
  "page.createPaymentIntent({ amount: '19.99' });",
  "bank.createPaymentIntent({ amount: '19.99', customer: 'cus_1' });",
  'bank.createPaymentIntent({ confirm: true });',
  "bank.createPaymentIntent({ amount: '19.99', amount_minor: 1999 });",
];
const written = `${program}${mistakes.join('\n')}`;

const settings: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  skipLibCheck: true,
  types: ['node'],
};

const editor = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  getCompilationSettings: () => settings,
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot: (name) => {
    const text = name === file ? written : ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => process.cwd(),
  getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
});

const hoverAt = (position: number) => {
  const info = editor.getQuickInfoAtPosition(file, position);
  return {
    signature: ts.displayPartsToString(info?.displayParts),
    documentation: ts.displayPartsToString(info?.documentation),
  };
};

describe('an editor', () => {
  it('finds the mistakes, and no error in the lines before them', () => {
    const found = editor.getSemanticDiagnostics(file);
    const lines = found.map(({ start = 0 }) => written.slice(0, start).split('\n').length - 1);
    expect([...new Set(lines)].map((line) => written.split('\n')[line])).to.deep.equal(mistakes);
  });

  for (const line of program.split('\n')) {
    const start = program.indexOf(line);
    for (const { 0: name, index: column } of line.matchAll(
      /\w+(?=:)|\w+(?=\(\{ (?!processor))/gu,
    )) {
      it(`documents ${name} in ${line}`, () => {
        expect(hoverAt(start + column).documentation).to.match(/^[A-Z].{9}/u);
      });
    }
  }

  it('shows the fields of an input, and no names of our types', () => {
    const { signature } = hoverAt(program.indexOf('refundCharge'));
    expect(signature).to.include('readonly reason?: "duplicate"');
    expect(signature).to.include('readonly amount_minor: number');
    expect(signature).not.to.match(/Field|Input</u);
  });
});

import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorError } from '../domain/payment-error.js';
import { bindMethods } from './bind-methods.js';
import { mapTable } from './map-table.js';
import {
  type PaymentProcessor,
  type ProcessorExtras,
  processorFunctions,
} from './ports/payment-processor.js';
import { missingForFunction } from './ports/processor-functions-by-feature.js';

type Incomplete = Partial<PaymentProcessor> & ProcessorExtras;

const isComplete = (processor: Incomplete): processor is PaymentProcessor & ProcessorExtras =>
  Object.keys(processorFunctions).every(
    (name) => typeof Reflect.get(processor, name) === 'function',
  );

type Call = (input: never, options: never) => TE.TaskEither<ProcessorError, unknown>;

/**
 * The processor as a plain record, with all functions of the port. Those that it leaves out, because it lacks the feature for them,
 * fail with `UnsupportedOperation`.
 */
export const boundProcessor = (processor: Incomplete): PaymentProcessor & ProcessorExtras => {
  // The methods of an instance are bound to it, because its private fields are.
  const bound = bindMethods(processor);
  const { features, requestFormat, apiVersion, livemode, webhooks, lookUps } = processor;
  return {
    ...bound,
    ...(features === undefined ? {} : { features }),
    ...(requestFormat === undefined ? {} : { requestFormat }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(livemode === undefined ? {} : { livemode }),
    ...(webhooks === undefined ? {} : { webhooks }),
    ...(lookUps === undefined ? {} : { lookUps }),
    ...mapTable<PaymentProcessor>(processorFunctions, (_facts, operation) => {
      const feature = missingForFunction(features ?? {}, operation);
      const error: ProcessorError =
        feature === undefined
          ? { _tag: 'Unexpected', cause: new TypeError(`processor has no function ${operation}`) }
          : { _tag: 'UnsupportedOperation', operation, feature };
      const call: Call = bound[operation] ?? (() => TE.left(error));
      return call;
    }),
  };
};

/** The processor as it is when it has all functions of the port, otherwise completed with the others. */
export const completeProcessor = (processor: Incomplete): PaymentProcessor & ProcessorExtras =>
  isComplete(processor) ? processor : boundProcessor(processor);

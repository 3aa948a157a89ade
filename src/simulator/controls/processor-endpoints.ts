import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  type ApiCaller,
  type Authorize,
  openCaller,
} from '../../adapters/inbound/http/access/clients.js';
import { foreignPages } from '../../adapters/inbound/http/access/foreign-pages.js';
import { countFailedAuthentications } from '../../adapters/inbound/http/access/request-limits.js';
import { spanishOnly, spokenTo, type Words } from '../../adapters/inbound/http/core/language.js';
import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import { type HttpRequest, headerOf } from '../../adapters/inbound/http/core/message.js';
import {
  type ErrorAnswers,
  failureResponse,
  jsonResponse,
} from '../../adapters/inbound/http/failure-response.js';
import type { HttpError } from '../../adapters/inbound/http/http-error.js';
import type { Permission } from '../../adapters/inbound/http/permissions.js';
import { renderSuccess } from '../../adapters/inbound/http/render.js';
import { withoutClientSecret } from '../../application/without-client-secret.js';
import { plainField } from '../../domain/input/field.js';
import { decodeInput, type Input, type InputOf, input } from '../../domain/input/input.js';
import { isObject } from '../../domain/input/json.js';
import { oneOf, text, wholeNumber } from '../../domain/input/primitives.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { type PlannedFailure, plannedFailureKinds } from '../engine/kernel/planned-failures.js';
import { simulatedMethodTypes } from '../engine/objects/payment-method.js';
import type { FailureTarget, MemoryControls } from './memory-controls.js';
import { attemptControl } from './processor-controls.js';
import { type ClientControl, type ControlAccess, controlRunner } from './run-control.js';

/** The calls that can fail, by their short names. */
export const failureTargets = [
  'tokenize',
  'attach',
  'create',
  'confirm',
  'capture',
  'cancel',
  'refund',
  'any',
] as const satisfies ReadonlyArray<FailureTarget>;

const isSimulatedFailure = (value: unknown): value is PlannedFailure =>
  plannedFailureKinds.some((kind) => kind === value) ||
  // The answer repeats the plan.
  (isObject(value) &&
    Object.keys(value).length === 1 &&
    (('decline' in value && typeof value.decline === 'string') ||
      ('delay' in value && typeof value.delay === 'number')));

/** A kind of failure, `{"decline": "<code>"}` or `{"delay": <milliseconds>}`. */
const simulatedFailure = plainField({
  name: 'SimulatedFailure',
  schema: {
    anyOf: [
      { type: 'string', enum: plannedFailureKinds },
      {
        type: 'object',
        properties: { decline: { type: 'string' } },
        required: ['decline'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: { delay: { type: 'integer' } },
        required: ['delay'],
        additionalProperties: false,
      },
    ],
  },
  is: isSimulatedFailure,
  refusal: {
    _tag: 'NotOneOf',
    values: [...plannedFailureKinds, '{"decline": "<code>"}', '{"delay": <milliseconds>}'],
  },
});

/** A control of the processor over HTTP: `POST` with a JSON body to `/_processor/<name>`. */
type ProcessorCommand = ClientControl & {
  readonly message: Words;
  readonly run: (body: { readonly [key: string]: unknown }) => E.Either<PaymentError, object>;
};

const command = <I extends Input>(
  name: string,
  message: Words,
  codec: I,
  act: (input: InputOf<I>) => object,
  permissions: ReadonlyArray<Permission> = ['pay'],
): ProcessorCommand => ({
  name,
  message,
  permissions,
  run: (body) =>
    pipe(
      decodeInput(codec)(body),
      E.flatMap((given) => attemptControl(() => act(given))),
    ),
});

// For programs; a person answers a challenge on the page of `next_action`.
const outcomes = ['approve', 'refuse'] as const;

const byId = input({ id: text('Id of a payment intent, a refund, a dispute or a payout') });

/** The controls of the processor, by name. */
export const processorCommands = (controls: MemoryControls): ReadonlyArray<ProcessorCommand> => {
  const clock = () => ({ now: controls.clock.now() });
  return [
    command(
      'challenge',
      { es: 'Autenticación terminada', en: 'Authentication finished' },
      input({
        id: text('Payment intent or setup intent id'),
        outcome: oneOf(outcomes, 'Whether the customer authenticates'),
      }),
      ({ id, outcome }) =>
        outcome === 'approve' ? controls.completeChallenge(id) : controls.failChallenge(id),
    ),
    command('settle', { es: 'Operación completada', en: 'Operation completed' }, byId, ({ id }) =>
      controls.settle(id),
    ),
    command('fail', { es: 'Marcado como fallido', en: 'Marked as failed' }, byId, ({ id }) =>
      controls.fail(id),
    ),
    command('pay-out', { es: 'Saldo transferido', en: 'Balance paid out' }, input({}), () => ({
      payouts: controls.payOut(),
    })),
    command(
      'expire',
      { es: 'Autorización caducada', en: 'Authorization expired' },
      byId,
      ({ id }) => controls.expire(id),
    ),
    command(
      'complete-checkout',
      { es: 'Página de pago enviada', en: 'Checkout page submitted' },
      input(
        { id: text('Checkout session id') },
        {
          card: text('Number of a test card'),
          email: text('Email address of the customer'),
          iban: text('Test IBAN of a SEPA debit'),
          method: oneOf(simulatedMethodTypes, 'A payment method in place of a card'),
          name: text('Name of the customer'),
          phone: text('Telephone number of the customer'),
        },
      ),
      ({ id, ...customer }) => controls.completeCheckout(id, customer),
    ),
    command(
      'confirmation-token',
      { es: 'Token de confirmación creado', en: 'Confirmation token created' },
      input({}, { payment_method: text('The payment method that the customer chooses') }),
      ({ payment_method }) => ({ id: controls.createConfirmationToken(payment_method) }),
    ),
    command(
      'clock',
      { es: 'Reloj adelantado', en: 'Clock advanced' },
      input({ advance: wholeNumber('Seconds to move the clock forward') }),
      ({ advance }) => {
        controls.clock.advance(advance);
        return clock();
      },
    ),
    command(
      'fail-next',
      { es: 'Fallo programado', en: 'Failure planned' },
      input(
        { on: oneOf(failureTargets, 'The call that fails'), with: simulatedFailure },
        { times: wholeNumber('How many calls fail') },
      ),
      (plan) => {
        controls.failNext(plan);
        return plan;
      },
    ),
    command(
      'delay-events',
      { es: 'Eventos retrasados', en: 'Events delayed' },
      input({ seconds: wholeNumber('By how many seconds events come late') }),
      (delay) => {
        controls.delayEvents(delay.seconds);
        return delay;
      },
    ),
    command(
      'reset',
      { es: 'Datos borrados', en: 'Processor emptied' },
      input({}),
      () => {
        controls.reset();
        return clock();
      },
      // It also deletes the stored events.
      ['pay', 'events'],
    ),
  ];
};

type Options = ErrorAnswers &
  ControlAccess & {
    /** Finds the caller by its API key. Absent: everyone may call except pages of other sites. */
    readonly authorize?: Authorize | undefined;
    /** The address that the service listens on. */
    readonly host: string;
    /** The URL of the service in a browser. */
    readonly publicUrl: string;
  };

/** The controls of the in-memory processor over HTTP, under `/_processor`, in the envelope. */
export const processorEndpoints = (
  controls: MemoryControls,
  { authorize, host, publicUrl, limits, audit, ...errors }: Options,
): ReadonlyArray<Endpoint> => {
  const { locale = spanishOnly } = errors;
  const isForeign = authorize === undefined ? foreignPages({ host, publicUrl }) : () => false;

  const perhapsTooMany = countFailedAuthentications(limits);
  const runControl = controlRunner({ limits, audit });

  const callerOf = async (request: HttpRequest): Promise<E.Either<HttpError, ApiCaller>> => {
    if (isForeign(request)) return E.left({ _tag: 'ForeignPage' });
    const caller = authorize?.(headerOf(request, 'authorization')) ?? E.right(openCaller);
    return E.isRight(caller) ? caller : E.left(await perhapsTooMany(caller.left, request));
  };

  return processorCommands(controls).map((control) => ({
    method: 'POST',
    path: `/_processor/${control.name}`,
    handle: async (request) => {
      const outcome = await runControl(request, await callerOf(request), control);
      if (E.isLeft(outcome)) return failureResponse(outcome.left, request, errors);
      return jsonResponse(
        renderSuccess(
          200,
          control.message,
          withoutClientSecret(outcome.right),
          spokenTo(request, locale),
        ),
      );
    },
  }));
};

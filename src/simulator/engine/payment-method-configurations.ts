import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, noSuch } from './errors.js';
import { operation } from './kernel/operation.js';
import type { RequestContext } from './kernel/request-context.js';
import { deepFreeze } from './objects/json.js';
import type { ListObject } from './objects/object.js';
import {
  type ConfigurableMethod,
  configurableMethods,
  type MethodPreference,
  type MethodSetting,
  type PaymentMethodConfigurationObject,
} from './objects/payment-method-configuration.js';
import { switchableMethod } from './objects/switchable-methods.js';
import { pageParams } from './params/page.js';
import { type Param, refuseParam } from './params/param.js';
import { enumParam, textParam } from './params/primitives.js';
import { notSimulated, type Params, shape } from './params/shape.js';
import { methodSetting } from './payment-methods/offered-methods.js';

const isOfEach = <A>(record: {
  readonly [name: string]: A;
}): record is { readonly [M in ConfigurableMethod]: A } =>
  configurableMethods.every((name) => Object.hasOwn(record, name));

const ofEach = <A>(
  of: (name: ConfigurableMethod) => A,
): { readonly [M in ConfigurableMethod]: A } => {
  const record = Object.fromEntries(configurableMethods.map((name) => [name, of(name)]));
  if (!isOfEach(record)) throw new Error('a payment method is missing');
  return record;
};

/** The account's only configuration. Its shape is that of https://docs.stripe.com/api/payment_method_configurations/list. */
const configurationOf = (context: RequestContext): PaymentMethodConfigurationObject => {
  const setting = (name: ConfigurableMethod): MethodSetting => {
    const { preference, value } = methodSetting(context, name);
    return {
      available: value === 'on',
      display_preference: { overridable: null, preference, value },
    };
  };
  return deepFreeze({
    id: context.methodConfiguration,
    object: 'payment_method_configuration',
    active: true,
    application: null,
    is_default: true,
    livemode: false,
    name: 'Default',
    parent: null,
    ...ofEach(setting),
  });
};

const find = (
  context: RequestContext,
  id: string,
  param?: string,
): E.Either<ApiError, PaymentMethodConfigurationObject> =>
  id === context.methodConfiguration
    ? E.right(configurationOf(context))
    : E.left(noSuch('payment_method_configuration', id, param));

const listOf = (
  data: ReadonlyArray<PaymentMethodConfigurationObject>,
): ListObject<PaymentMethodConfigurationObject> => ({
  object: 'list',
  data,
  has_more: false,
  url: '/v1/payment_method_configurations',
});

/** The account's configurations of payment methods: it has one. */
export const listPaymentMethodConfigurations = operation({
  name: 'listPaymentMethodConfigurations',
  method: 'GET',
  path: '/v1/payment_method_configurations',
  returns: 'payment_method_configuration',
  list: true,
  params: shape({}, { ...pageParams, ...notSimulated('active', 'application') }),
  run:
    (context) =>
    ({ starting_after, ending_before }) => {
      const cursor = starting_after ?? ending_before;
      return cursor === undefined
        ? E.right(listOf([configurationOf(context)]))
        : pipe(
            find(
              context,
              cursor,
              starting_after === undefined ? 'ending_before' : 'starting_after',
            ),
            E.map(() => listOf([])),
          );
    },
});

export const retrievePaymentMethodConfiguration = operation({
  name: 'retrievePaymentMethodConfiguration',
  method: 'GET',
  path: '/v1/payment_method_configurations/:configuration',
  returns: 'payment_method_configuration',
  params: shape({ configuration: textParam }),
  run: (context) => (params) => find(context, params.configuration),
});

const anyPreference = enumParam<MethodPreference>('none', 'off', 'on');

const preferenceOf = (method: ConfigurableMethod): Param<MethodPreference> => ({
  read: (value, name) =>
    value === 'on' && switchableMethod(method) === undefined
      ? refuseParam(`This simulator does not simulate the payment method: ${method}`, name)
      : anyPreference.read(value, name),
});

const settingParam = (method: ConfigurableMethod) =>
  shape({}, { display_preference: shape({}, { preference: preferenceOf(method) }) });

const settingParams: { readonly [M in ConfigurableMethod]: Params<SettingGiven> } =
  ofEach(settingParam);
type SettingGiven = {
  readonly display_preference?: { readonly preference?: MethodPreference };
};

/** Switches payment methods of the account on and off. */
export const updatePaymentMethodConfiguration = operation({
  name: 'updatePaymentMethodConfiguration',
  method: 'POST',
  path: '/v1/payment_method_configurations/:configuration',
  returns: 'payment_method_configuration',
  params: shape(
    { configuration: textParam },
    {
      ...settingParams,
      ...notSimulated('active', 'apple_pay_later', 'fr_meal_voucher_conecs', 'name'),
    },
  ),
  run: (context) => (params) =>
    pipe(
      find(context, params.configuration),
      E.map(() => {
        for (const method of configurableMethods) {
          const preference = params[method]?.display_preference?.preference;
          if (preference !== undefined) context.state.methodPreferences.set(method, preference);
        }
        return configurationOf(context);
      }),
    ),
});

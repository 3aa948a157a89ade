import type { ApiOutcome, ErrorFields } from '../shared/api.js';
import type {
  CardCall,
  ElementFrameCalls,
  ElementPageCalls,
  ElementState,
  ElementType,
} from '../shared/frame-calls.js';
import { type Fields, fieldsOf, textIn } from '../shared/json.js';
import type { Peer } from '../shared/peer.js';
import type { Client } from './client.js';
import { changeEvent, framePages, frameTitles } from './element-types.js';
import { createEmitter, type Registration } from './emitter.js';
import { findTarget } from './find-target.js';
import { IntegrationError } from './integration-error.js';
import { warnOfUnknownOptions } from './known-options.js';
import { createFrame, setStyles } from './open-frame.js';

/** An element as the shop's page uses it. */
export interface ShopElement extends Registration<ShopElement> {
  readonly mount: (target: unknown) => void;
  readonly unmount: () => void;
  readonly destroy: () => void;
  readonly update: (options: unknown) => ShopElement;
  readonly focus: () => void;
  readonly blur: () => void;
  readonly clear: () => void;
  readonly collapse: () => ShopElement;
  /** The value of the address element: `{ complete, isNewAddress, value }`. */
  readonly getValue: () => Promise<Fields>;
}

/** The functions of an element for the stand-in itself. */
export type ElementHandle = {
  readonly type: ElementType;
  readonly element: ShopElement;
  readonly isMounted: () => boolean;
  readonly validate: () => Promise<ErrorFields | null>;
  readonly send: (call: CardCall) => Promise<ApiOutcome>;
  readonly restyle: (appearance: Fields) => Promise<void>;
  readonly speak: (locale: string | undefined) => Promise<void>;
  readonly locale: () => string | undefined;
  readonly regroup: (occasion: Fields) => Promise<void>;
  /** The payment method that the customer has chosen in the payment element. */
  readonly selected: () => string;
  /** The options that the shop gave. */
  readonly options: () => Fields;
};

const handles = new WeakMap<object, ElementHandle>();

/** The handle of an element that the shop passed; `undefined` if the value is not an element. */
export const handleOf = (value: unknown): ElementHandle | undefined =>
  typeof value === 'object' && value !== null ? handles.get(value) : undefined;

type Mounted = {
  readonly target: Element;
  readonly holder: HTMLElement;
  readonly peer: Promise<Peer<ElementFrameCalls>>;
};

type Made = {
  readonly client: Client;
  readonly group: string;
  readonly appearance: () => Fields;
  readonly occasion: () => Fields;
  readonly locale: () => string | undefined;
  /** Resolves to why the element cannot load; `null` if it can. */
  readonly loading: () => Promise<ErrorFields | null>;
  /** Called when the element is destroyed. */
  readonly onDestroy: () => void;
};

/** Options as a message can hold them: functions of the shop stay in its page. */
const cloneable = (options: Fields): Fields => fieldsOf(JSON.parse(JSON.stringify(options)));

const classNames = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
};

/** Makes an element: a frame that is put into the shop's page when the element is mounted. */
export const createElement = (type: ElementType, given: Fields, made: Made): ElementHandle => {
  const { client, group } = made;
  let options = given;
  let mounted: Mounted | null = null;
  let destroyed = false;
  let last: ElementState | null = null;

  const classes = (): Fields => ({ ...classNames, ...fieldsOf(options['classes']) });
  const toggle = (target: Element, name: keyof typeof classNames, on: boolean): void => {
    const names = String(classes()[name]).split(' ').filter(Boolean);
    for (const one of names) target.classList.toggle(one, on);
  };

  const checkAlive = (): void => {
    if (!destroyed) return;
    throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
  };
  const current = (): Mounted => {
    checkAlive();
    if (mounted === null) {
      throw new IntegrationError(
        'This Element is not currently mounted. Make sure to call mount() first.',
      );
    }
    return mounted;
  };
  const tell = <N extends 'focus' | 'blur' | 'clear' | 'collapse'>(name: N): void => {
    void current().peer.then((peer) => peer.call(name, undefined));
  };

  const onLabelClick = ({ target }: MouseEvent): void => {
    const label = target instanceof Element ? target.closest('label') : null;
    if (
      mounted !== null &&
      label !== null &&
      label.htmlFor !== '' &&
      label.htmlFor === mounted.target.id
    ) {
      tell('focus');
    }
  };

  const showState = (target: Element, state: ElementState): void => {
    toggle(target, 'empty', state.empty);
    toggle(target, 'complete', state.complete);
    toggle(target, 'invalid', state.error !== undefined);
  };

  const unmount = (): void => {
    if (mounted === null) return;
    const { target, holder } = mounted;
    mounted = null;
    document.removeEventListener('click', onLabelClick);
    holder.remove();
    for (const name of ['base', 'complete', 'empty', 'focus', 'invalid'] as const) {
      toggle(target, name, false);
    }
  };

  const mount = (where: unknown): void => {
    checkAlive();
    const target = findTarget(where);
    if (mounted?.target === target) return;
    unmount();
    const holder = document.createElement('div');
    holder.className = '__PrivateStripeElement';
    setStyles(holder, {
      margin: '0',
      padding: '0',
      border: 'none',
      display: 'block',
      background: 'transparent',
      position: 'relative',
      opacity: '1',
    });
    const own: ElementPageCalls = {
      ready: (state) => {
        last = state;
        void made.loading().then((error) => {
          if (mounted?.holder !== holder) return;
          if (error === null) emitter.emit('ready', { elementType: type });
          else emitter.emit('loaderror', { elementType: type, error });
        });
      },
      change: (state) => {
        last = state;
        showState(target, state);
        emitter.emit('change', changeEvent(type, options, state));
      },
      focused: () => {
        toggle(target, 'focus', true);
        emitter.emit('focus', { elementType: type });
      },
      blurred: () => {
        toggle(target, 'focus', false);
        emitter.emit('blur', { elementType: type });
      },
      escaped: () => emitter.emit('escape', { elementType: type }),
      resized: (height) => setStyles(iframe, { height: `${height}px` }),
      submitted: () => target.closest('form')?.requestSubmit(),
    };
    const { iframe, peer } = createFrame<ElementFrameCalls>(
      {
        origin: client.origin,
        page: framePages[type],
        title: frameTitles[type],
        setting: {
          element: type,
          group,
          options: cloneable(options),
          appearance: cloneable(made.appearance()),
          occasion: cloneable(made.occasion()),
          locale: made.locale(),
          credentials: client.credentials,
        },
      },
      own,
    );
    setStyles(iframe, { height: type === 'payment' ? '250px' : '1.2em' });
    holder.append(iframe);
    target.replaceChildren(holder);
    mounted = { target, holder, peer };
    toggle(target, 'base', true);
    toggle(target, 'empty', true);
    document.addEventListener('click', onLabelClick);
    if (type === 'payment') emitter.emit('loaderstart', { elementType: type });
  };

  const element: ShopElement = {
    on: (event, handler) => emitter.on(event, handler),
    once: (event, handler) => emitter.once(event, handler),
    off: (event, handler) => emitter.off(event, handler),
    mount,
    unmount,
    destroy: () => {
      checkAlive();
      unmount();
      destroyed = true;
      made.onDestroy();
    },
    update: (changes) => {
      warnOfUnknownOptions('update()', type, fieldsOf(changes));
      options = { ...options, ...fieldsOf(changes) };
      const sent = cloneable(fieldsOf(changes));
      void mounted?.peer.then((peer) => peer.call('update', sent));
      return element;
    },
    focus: () => tell('focus'),
    blur: () => tell('blur'),
    clear: () => tell('clear'),
    collapse: () => {
      tell('collapse');
      return element;
    },
    getValue: () =>
      Promise.resolve({
        complete: last?.complete ?? false,
        isNewAddress: true,
        value: last?.value ?? {},
      }),
  };
  const emitter = createEmitter(() => element);

  const handle: ElementHandle = {
    type,
    element,
    isMounted: () => mounted !== null,
    validate: async () => (await current().peer).call('validate', undefined),
    send: async (call) => (await current().peer).call('send', call),
    restyle: async (appearance) => {
      await (await mounted?.peer)?.call('restyle', cloneable(appearance));
    },
    speak: async (locale) => {
      await (await mounted?.peer)?.call('speak', locale);
    },
    locale: made.locale,
    regroup: async (occasion) => {
      await (await mounted?.peer)?.call('regroup', cloneable(occasion));
    },
    selected: () => textIn(last?.value['type']) ?? 'card',
    options: () => options,
  };
  handles.set(element, handle);
  return handle;
};

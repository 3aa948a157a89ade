import type { CardOptions } from '../objects/payment-intent.js';
import { setOrUnset } from '../params/primitives.js';
import type { CardOptionsParam } from './card-options-param.js';

/** How a card is to be charged, with what is given of it. */
export const toCardOptions = (given: CardOptionsParam, before: CardOptions): CardOptions => {
  const {
    capture_method: captureBefore,
    setup_future_usage: setUpBefore,
    statement_descriptor_suffix_kana: kanaBefore,
    statement_descriptor_suffix_kanji: kanjiBefore,
    ...othersBefore
  } = before;
  const {
    capture_method,
    setup_future_usage,
    statement_descriptor_suffix_kana,
    statement_descriptor_suffix_kanji,
    ...others
  } = given;
  const capture = setOrUnset(capture_method, captureBefore ?? null);
  const setUp = setOrUnset(setup_future_usage, setUpBefore ?? null);
  const kana = setOrUnset(statement_descriptor_suffix_kana, kanaBefore ?? null);
  const kanji = setOrUnset(statement_descriptor_suffix_kanji, kanjiBefore ?? null);
  return {
    ...othersBefore,
    ...others,
    ...(capture === null ? {} : { capture_method: capture }),
    ...(setUp === null ? {} : { setup_future_usage: setUp }),
    ...(kana === null ? {} : { statement_descriptor_suffix_kana: kana }),
    ...(kanji === null ? {} : { statement_descriptor_suffix_kanji: kanji }),
  };
};

import { isPlainObject } from '../../../domain/json.js';
import { copyCharge } from '../objects/charge.js';
import { deepFreeze, type JsonObject } from '../objects/json.js';
import { copyIntent } from '../objects/payment-intent.js';

// Rows of one table are alike: of the 45 fields of two payment intents, six differ. So a page of rows that is no longer the
// newest is packed. A field in which all rows of a page agree is kept once, and of the others only the values, those of one
// row side by side; an object is made again when it is read. That takes a tenth of the memory of the objects, and nothing
// for the garbage collector to follow.

type Fields = { [field: string]: unknown };

/** Makes another object with the same fields. */
type Copy = (object: JsonObject) => JsonObject;

// As a method, because a copier is called only with objects that have its fields.
type Copier = { copy(this: void, object: JsonObject): JsonObject };

const copiers: ReadonlyArray<Copier> = [{ copy: copyIntent }, { copy: copyCharge }];

const shapes = copiers.map(({ copy }) => ({ fields: Object.keys(copy({})), copy }));

const nothing = Object.freeze({});

// An object that begins with the spread of another gets a hidden class of its own when it is frozen.
const spread: Copy = (object) => ({ ...nothing, ...object });

/** Objects with the same fields, by slot. */
type Frame = {
  readonly fields: ReadonlyArray<string>;
  /** The values of the first object. A field that has neither a place nor a pack has this value in all of them. */
  readonly common: ReadonlyArray<unknown>;
  /** The place of each field among the values of an object. */
  readonly places: Array<number | undefined>;
  /** The fields that have a place, in the order of their places. */
  readonly placed: Array<string>;
  /** The values of the first object that have a place, then those of the second, and so on. */
  values: Array<unknown>;
  /** The objects in a field, by slot, if they are packed themselves. */
  readonly packs: Array<Pack | undefined>;
  /** Is given the values of an object, and is then copied. */
  readonly model: Fields;
  readonly copy: Copy;
  slots: number;
};

/** Values by place, 0 to `pageSize` - 1. */
export type Pack = {
  readonly frames: Array<Frame>;
  /** The number of the frame of each place, from 1; 0 for a value that stands in `others`. */
  readonly frameOf: Uint8Array;
  readonly slotOf: Uint16Array;
  readonly others: Array<unknown>;
  /** How many levels of objects are packed; what lies deeper is kept as it is. */
  readonly levels: number;
};

/** How many rows a page has. */
export const pageSize = 512;

// Objects of rarer shapes are kept as they are.
const mostFrames = 16;
const mostSlots = 2 ** 16;

/** An empty pack. */
export const createPack = (levels: number): Pack => ({
  frames: [],
  frameOf: new Uint8Array(pageSize),
  slotOf: new Uint16Array(pageSize),
  others: [],
  levels,
});

const areSame = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean => {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i += 1) if (some[i] !== others[i]) return false;
  return true;
};

/** The number of the frame for an object, from 1; 0 if there is none for it. */
const frameFor = ({ frames }: Pack, object: Fields): number => {
  const fields = Object.keys(object);
  for (let i = 0; i < frames.length; i += 1) {
    const frame = frames[i];
    if (frame !== undefined && areSame(frame.fields, fields)) return i + 1;
  }
  if (frames.length === mostFrames) return 0;
  // Of the widest rows: a literal is made several times as fast as a spread.
  const copy = shapes.find((shape) => areSame(shape.fields, fields))?.copy ?? spread;
  return frames.push({
    fields,
    common: Object.values(object),
    places: [],
    placed: [],
    values: [],
    packs: [],
    model: copy(object),
    copy,
    slots: 0,
  });
};

/** Gives a field a place in all objects. */
const addPlace = (frame: Frame, field: number): void => {
  const { fields, common, places, placed, values, slots } = frame;
  const width = placed.length;
  const wider: Array<unknown> = [];
  for (let slot = 0; slot < slots; slot += 1) {
    for (let i = 0; i < width; i += 1) wider.push(values[slot * width + i]);
    wider.push(common[field]);
  }
  frame.values = wider;
  placed.push(fields[field] ?? '');
  places[field] = width;
};

const addPack = ({ common, packs, slots }: Frame, field: number, levels: number): void => {
  const pack = createPack(levels);
  for (let slot = 0; slot < slots; slot += 1) setInPack(pack, slot, common[field]);
  packs[field] = pack;
};

const setInFrame = (frame: Frame, slot: number, object: Fields, levels: number): void => {
  const { common, places, packs } = frame;
  // Several times as fast as reading the fields by their names.
  const given = Object.values(object);
  // First, because each new place moves the values.
  for (let i = 0; i < given.length; i += 1) {
    const value = deepFreeze(given[i]);
    if (value === common[i] || places[i] !== undefined || packs[i] !== undefined) continue;
    if (levels > 0 && isPlainObject(value)) addPack(frame, i, levels);
    else addPlace(frame, i);
  }
  const { values, placed } = frame;
  const start = slot * placed.length;
  for (let i = 0; i < given.length; i += 1) {
    const place = places[i];
    const pack = packs[i];
    if (place !== undefined) values[start + place] = given[i];
    else if (pack !== undefined) setInPack(pack, slot, given[i]);
  }
};

const isFields = (value: unknown): value is Fields => isPlainObject(value);

// Most packs have no others: the list must not grow.
const clearOther = ({ others }: Pack, place: number): void => {
  if (place < others.length) others[place] = undefined;
};

/** Puts a value at a place. */
export const setInPack = (pack: Pack, place: number, value: unknown): void => {
  const { frames, frameOf, slotOf, others, levels } = pack;
  const before = frameOf[place];
  const number = isFields(value) ? frameFor(pack, value) : 0;
  const frame = frames[number - 1];
  if (frame === undefined || !isFields(value) || (number !== before && frame.slots === mostSlots)) {
    frameOf[place] = 0;
    others[place] = deepFreeze(value);
    return;
  }
  if (number !== before) {
    clearOther(pack, place);
    frameOf[place] = number;
    slotOf[place] = frame.slots;
  }
  const slot = slotOf[place] ?? 0;
  setInFrame(frame, slot, value, levels - 1);
  if (number !== before) frame.slots += 1;
};

/** Removes what is at a place. */
export const removeFromPack = (pack: Pack, place: number): void => {
  pack.frameOf[place] = 0;
  clearOther(pack, place);
};

/** Whether there is a value at a place. */
export const isInPack = ({ frameOf, others }: Pack, place: number): boolean =>
  frameOf[place] !== 0 || others[place] !== undefined;

/** The value at a place; an object is a new one each time, and frozen. */
export const getFromPack = ({ frames, frameOf, slotOf, others }: Pack, place: number): unknown => {
  const frame = frames[(frameOf[place] ?? 0) - 1];
  if (frame === undefined) return others[place];
  const slot = slotOf[place] ?? 0;
  const { fields, placed, values, packs, model, copy } = frame;
  const start = slot * placed.length;
  for (let i = 0; i < placed.length; i += 1) model[placed[i] ?? ''] = values[start + i];
  for (let i = 0; i < packs.length; i += 1) {
    const pack = packs[i];
    if (pack !== undefined) model[fields[i] ?? ''] = getFromPack(pack, slot);
  }
  // What it holds was frozen when it was put in.
  return Object.freeze(copy(model));
};

/** A copy that shares nothing that changes, and has no room for more values. */
export const copyPack = (pack: Pack): Pack => ({
  frames: pack.frames.map((frame) => ({
    ...frame,
    places: frame.places.slice(),
    placed: frame.placed.slice(),
    values: frame.values.slice(),
    packs: frame.packs.map((inner) => (inner === undefined ? undefined : copyPack(inner))),
    model: frame.copy(frame.model),
  })),
  frameOf: pack.frameOf.slice(),
  slotOf: pack.slotOf.slice(),
  others: pack.others.slice(),
  levels: pack.levels,
});

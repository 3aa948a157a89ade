import * as t from 'io-ts';

/** A page of a list as the processor gives it, newest first. */
export const List = <C extends t.Mixed>(
  item: C,
): t.TypeC<{
  object: t.LiteralC<'list'>;
  data: t.ReadonlyArrayC<C>;
  has_more: t.BooleanC;
  url: t.StringC;
}> =>
  t.type(
    {
      object: t.literal('list'),
      data: t.readonlyArray(item),
      has_more: t.boolean,
      url: t.string,
    },
    `List<${item.name}>`,
  );

/** A page of a list: its items newest first, and whether there are more in its direction. */
export type List<A> = {
  readonly object: 'list';
  readonly data: ReadonlyArray<A>;
  readonly has_more: boolean;
  /** The processor's list path. */
  readonly url: string;
};

/** One choice of the simulator: what it decides, and how people write what may be chosen. */
export interface Choice<T> {
  /** Source of the question, and what is decided. */
  readonly about: string;
  /** Chosen unless told otherwise. */
  readonly usual: T;
  /** All that may be chosen, in words. */
  readonly takes: string;
  /** What a text stands for; `undefined` when it is none of what may be chosen. */
  readonly read: (text: string) => T | undefined;
  /** The text that {@link read} takes for a value. */
  readonly write: (value: T) => string;
}

/** One of a few texts or numbers; the first one is usual. */
export function oneOf<const T extends string | number>(about: string, ...values: readonly [T, ...T[]]): Choice<T> {
  return {
    about,
    usual: values[0],
    takes: values.join(' or '),
    read: (text) => values.find((value) => String(value) === text),
    write: String,
  };
}

export function yesOrNo(about: string, usual: boolean): Choice<boolean> {
  return {
    about,
    usual,
    takes: 'true or false',
    read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    write: String,
  };
}

/** A whole number of `unit` from `min`; `none` where there may be no limit, which is `Infinity`. */
export function count(
  about: string,
  usual: number,
  unit: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER, none = false } = {},
): Choice<number> {
  const to = max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`;
  return {
    about,
    usual,
    takes: `a number of ${unit} from ${min}${to}${none ? ', or none' : ''}`,
    read: (text) => {
      if (none && text === 'none') return Number.POSITIVE_INFINITY;
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
    write: (value) => (value === Number.POSITIVE_INFINITY ? 'none' : String(value)),
  };
}

/** Items split by commas, none for an empty text; `undefined` when one of them fails the test. */
export function itemsOf(text: string, test: (item: string) => boolean): readonly string[] | undefined {
  const items = text === '' ? [] : text.split(',').map((item) => item.trim());
  return items.every(test) ? items : undefined;
}

/** At most so many items that pass a test. */
export function list(
  about: string,
  usual: readonly string[],
  { items, most, test }: { readonly items: string; readonly most: number; readonly test: (item: string) => boolean },
): Choice<readonly string[]> {
  return {
    about,
    usual,
    takes: `at most ${most} ${items}, split by commas, or nothing`,
    read: (text) => {
      const given = itemsOf(text, test);
      return given && given.length <= most ? given : undefined;
    },
    write: (value) => value.join(','),
  };
}

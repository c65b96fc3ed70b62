/** A literal set to which STACKIT may add: known values are offered, any other string is accepted. */
export type OpenString<Known extends string> = Known | (string & {});

/**
 * A schema as it comes from STACKIT: literal sets are open at every depth (the API adds values without notice), and maps
 * hold no `null`.
 */
export type Answered<T> = T extends string
  ? string extends T
    ? T
    : OpenString<T>
  : T extends readonly (infer Element)[]
    ? Answered<Element>[]
    : T extends object
      ? string extends keyof T
        ? { [Key in keyof T]: NonNullable<T[Key]> }
        : { [Key in keyof T]: Answered<T[Key]> }
      : T;

/**
 * A schema as it is sent: literal sets are open, and an absent field may also be `undefined`, which is left out of the body.
 * `null` is another thing and is allowed only where STACKIT gives it a meaning.
 */
export type Sent<T> = T extends string
  ? string extends T
    ? T
    : OpenString<T>
  : T extends readonly (infer Element)[]
    ? readonly Sent<Element>[]
    : T extends object
      ? { [Key in keyof T]: Sent<T[Key]> | (Partial<Pick<T, Key>> extends Pick<T, Key> ? undefined : never) }
      : T;

/** `T` with the fields of `Changes` in place of its own. */
export type Replace<T, Changes> = Omit<T, keyof Changes> & Changes;

export const SPECIFIERS: readonly string[] = ['def', 'over', 'class'];
export const LIST_EDITS: readonly string[] = ['prepend', 'append', 'add', 'delete', 'reorder'];
export const VARIABILITIES: readonly string[] = ['custom', 'uniform', 'varying', 'config'];
/** What the binary form calls what a text says. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
  inherits: 'inheritPaths',
  variants: 'variantSelection',
  variantSets: 'variantSetNames',
};

/** What is said by words that stand in no quotes. */
export const WORDS: Readonly<Record<string, unknown>> = { None: undefined, true: true, false: false };

export const SPECIFIERS: readonly string[] = ['def', 'over', 'class'];
export const LIST_EDITS: readonly string[] = ['prepend', 'append', 'add', 'delete', 'reorder'];
export const VARIABILITIES: readonly string[] = ['custom', 'uniform', 'varying', 'config'];
/** Field names of the binary form by text keyword. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
  inherits: 'inheritPaths',
  variants: 'variantSelection',
  variantSets: 'variantSetNames',
};

/** Values of unquoted keywords. */
export const KEYWORDS: Readonly<Record<string, unknown>> = { None: undefined, true: true, false: false };

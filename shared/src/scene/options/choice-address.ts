import type { Chosen, OptionChoices } from './options.ts';

/** Parameter of an address that names the language of a scene's own texts. */
export const LANGUAGE_PARAMETER = 'lang';

/** The choices that an address names, such as `?color=oak`; names of unknown options and choices are ignored. */
export function choicesInAddress(search: URLSearchParams, options: readonly OptionChoices[]): Chosen {
  return new Map(
    options.flatMap((option) => {
      const value = search.get(optionKey(option, options)) ?? search.get(option.id);
      const choice = option.choices.find((one) => value === keyOf(one, option.choices) || value === one.id);
      return choice ? [[option.id, choice.id]] : [];
    }),
  );
}

/** Keys of chosen choices by keys of their options, as an address names them. */
export function namesInAddress(options: readonly OptionChoices[], chosen: Chosen): [string, string][] {
  return options.flatMap((option): [string, string][] => {
    const choice = option.choices.find(({ id }) => id === chosen.get(option.id));
    return choice ? [[optionKey(option, options), keyOf(choice, option.choices)]] : [];
  });
}

/** Sets the parameters of choices in an address and leaves all others, also of other pages; a default choice needs none. */
export function setChoicesInAddress(
  search: URLSearchParams,
  options: readonly OptionChoices[],
  { chosen, initial }: { chosen: Chosen; initial: Chosen },
): void {
  const defaults = new Map(namesInAddress(options, initial));
  const before = choicesInAddress(search, options);
  for (const option of options) {
    if (before.has(option.id)) {
      search.delete(optionKey(option, options));
      search.delete(option.id);
    }
  }
  for (const [key, value] of namesInAddress(options, chosen)) {
    if (defaults.get(key) !== value) {
      search.set(key, value);
    }
  }
}

type Named = { id: string; name: string };

/** The parameter of an option in an address. */
export function optionKey(option: Named, options: readonly Named[]): string {
  const key = keyOf(option, options);
  return key === LANGUAGE_PARAMETER ? option.id : key;
}

/** A readable key of a row: its name in small letters, or its id where another row has the same. */
export function keyOf(row: Named, rows: readonly Named[]): string {
  const key = slugOf(row.name);
  const isUnique = rows.every(({ id, name }) => id === row.id || slugOf(name) !== key);
  return key !== '' && isUnique ? key : row.id;
}

function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

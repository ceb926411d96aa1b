/** Supported languages; the first is the fallback. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = LANGUAGES[0];

/** A flat catalogue: dotted key → message with `{name}` placeholders. */
export type Catalogue = Readonly<Record<string, string>>;

/** Value of a placeholder; numbers are localised. */
export type Param = string | number;

type PlaceholdersOf<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

/** `scenes.count` for a catalogue that has `scenes.count.one` and `scenes.count.other`. */
export type PluralKey<Messages> = keyof Messages extends infer Key
  ? Key extends `${infer Base}.other`
    ? Base
    : never
  : never;

/** Every valid key: a plain message, or the stem of a plural one. */
export type MessageKey<Messages extends Catalogue> = (keyof Messages & string) | PluralKey<Messages>;

type ArgumentsOf<Message extends string> = [PlaceholdersOf<Message>] extends [never]
  ? []
  : [params: Record<PlaceholdersOf<Message>, Param>];

export type MessageArguments<Messages extends Catalogue, Key> = Key extends keyof Messages
  ? ArgumentsOf<Messages[Key]>
  : Key extends string
    ? `${Key}.other` extends keyof Messages
      ? [params: Record<PlaceholdersOf<Messages[`${Key}.other`]> | 'count', Param>]
      : never
    : never;

/** A translator bound to one language; its keys and placeholders are those of the English catalogue. */
export type Translate<Messages extends Catalogue> = <Key extends MessageKey<Messages>>(
  key: Key,
  ...params: MessageArguments<Messages, Key>
) => string;

/** Whether the text is the code of a supported language. */
export function isLanguage(text: string | undefined): text is Language {
  return (LANGUAGES as readonly (string | undefined)[]).includes(text);
}

/** First supported language of a preference list such as `['es-MX', 'en']`; English if there is none. */
export function chooseLanguage(preferred: readonly string[]): Language {
  for (const language of preferred) {
    const short = language.slice(0, 2).toLowerCase();
    if (isLanguage(short)) {
      return short;
    }
  }
  return DEFAULT_LANGUAGE;
}

/**
 * Binds a catalogue to its language. The type comes from the English catalogue, so that a missing key or
 * placeholder does not compile.
 *
 * @example
 * const t = translator<Messages<'app'>>('es', messages);
 * t('scenes.count', { count: 3 });
 */
export function translator<Messages extends Catalogue>(
  language: Language,
  catalogue: Record<keyof Messages, string>,
): Translate<Messages> {
  const messages: Catalogue = catalogue;
  return (key, ...[params]) => {
    const message = messages[key] ?? pluralMessage(messages, language, key, params);
    return fill(message, language, params);
  };
}

/** Text of a key that the compiler cannot check, such as one with a stored code; null if there is none. */
export function findText(
  t: (key: never, ...params: never) => string,
  key: string,
  params?: Readonly<Record<string, Param>>,
): string | null {
  const text = (t as unknown as (key: string, params?: Readonly<Record<string, Param>>) => string)(
    key,
    params,
  );
  return text === key ? null : text;
}

/** Splits a message at its placeholders: text, name, text, name …, text. */
export function splitMessage(message: string): string[] {
  return message.split(/\{(\w+)\}/);
}

/** The catalogue with a prefix on every key, for merging several catalogues. */
export function prefixed<const Prefix extends string, const Messages extends Catalogue>(
  prefix: Prefix,
  messages: Messages,
): { readonly [Key in keyof Messages & string as `${Prefix}${Key}`]: Messages[Key] } {
  const entries = Object.entries(messages).map(([key, message]) => [prefix + key, message]);
  return Object.fromEntries(entries) as {
    [Key in keyof Messages & string as `${Prefix}${Key}`]: Messages[Key];
  };
}

function pluralMessage(
  messages: Catalogue,
  language: Language,
  key: string,
  params: Record<string, Param> | undefined,
): string {
  const category = rulesOf(language).plural.select(Number(params?.count));
  return messages[`${key}.${category}`] ?? messages[`${key}.other`] ?? key;
}

function fill(message: string, language: Language, params: Record<string, Param> | undefined): string {
  if (params === undefined) {
    return message;
  }
  return splitMessage(message)
    .map((part, index) => (index % 2 === 0 ? part : written(params[part], language)))
    .join('');
}

function written(value: Param | undefined, language: Language): string {
  return typeof value === 'number' ? rulesOf(language).number.format(value) : (value ?? '');
}

/** Number and plural rules of a language. */
type Rules = { number: Intl.NumberFormat; plural: Intl.PluralRules };

// Cached, as construction is slow and a frame may label hundreds of objects.
const rules = new Map<Language, Rules>();

function rulesOf(language: Language): Rules {
  const known = rules.get(language) ?? {
    number: new Intl.NumberFormat(language),
    plural: new Intl.PluralRules(language),
  };
  rules.set(language, known);
  return known;
}

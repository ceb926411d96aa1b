/** A Collada whose elements are named without the prefix of their namespace, as three's loader asks for them. */
export function withoutPrefix(text: string): string {
  const prefix = /<([\w-]+:)COLLADA[\s>]/.exec(text)?.[1];
  return prefix === undefined ? text : text.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</');
}

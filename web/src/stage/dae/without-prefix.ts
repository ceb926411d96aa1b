/** Removes the namespace prefix of a Collada document's elements, which three.js' loader does not expect. */
export function withoutPrefix(text: string): string {
  const prefix = /<([\w-]+:)COLLADA[\s>]/.exec(text)?.[1];
  return prefix === undefined ? text : text.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</');
}

/**
 * Returns a name that is not taken: the base, or else the base with the first free number.
 * @param from - the first number.
 */
export function uniqueName(
  base: string,
  taken: Pick<ReadonlySet<string>, 'has'>,
  { separator = ' ', from = 2 }: { separator?: string; from?: number } = {},
): string {
  let name = base;
  for (let number = from; taken.has(name); number += 1) {
    name = `${base}${separator}${number}`;
  }
  return name;
}

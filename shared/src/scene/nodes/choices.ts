/** Choices of a field, each labelled by a key of one family, such as `option.left` for `left` of `option`. */
export function choicesOf<Family extends string, const Values extends readonly string[]>(
  family: Family,
  values: Values,
): { value: Values[number]; label: `${Family}.${Values[number]}` }[] {
  return values.map((value: Values[number]) => ({ value, label: `${family}.${value}` as const }));
}

/** Whether two names are equal, ignoring case and surrounding spaces. */
export function isSameName(one: string, other: string): boolean {
  return one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();
}

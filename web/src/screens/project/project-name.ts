/** Whether two names are the same to a person: case and the spaces around them do not count. */
export function isSameName(one: string, other: string): boolean {
  return one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();
}

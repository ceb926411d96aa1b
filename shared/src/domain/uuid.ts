/** A uuid as it stands within an address or a text, for a regular expression of one's own; lower case, as all of ours are. */
export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const UUID = new RegExp(`^${UUID_PATTERN}$`, 'i');
const OWN_UUID = new RegExp(`^${UUID_PATTERN}$`);

/** Whether a text is a uuid in either case, so that the database can be asked for it at all. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Whether a text is a uuid as we write them; where it is a name, another spelling would be another thing. */
export function isOwnUuid(text: string): boolean {
  return OWN_UUID.test(text);
}

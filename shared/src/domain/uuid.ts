/** Unanchored pattern of a uuid for use in other regular expressions; lower case, like all our uuids. */
export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const UUID = new RegExp(`^${UUID_PATTERN}$`, 'i');
const OWN_UUID = new RegExp(`^${UUID_PATTERN}$`);

/** Whether a text is a uuid in either case, so that it can be used in a query. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Whether a text is a uuid in our lower-case form; as a name, another spelling would identify another object.
 */
export function isOwnUuid(text: string): boolean {
  return OWN_UUID.test(text);
}

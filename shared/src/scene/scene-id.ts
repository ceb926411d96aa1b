const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LENGTH = 16;

/** A new id of a node or a material: 96 random bits as 16 characters. */
export function newSceneId(): string {
  // Not `crypto.randomUUID`: browsers provide it on https and localhost only, and Diorama also runs on plain
  // LAN addresses.
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte & 63)).join('');
}

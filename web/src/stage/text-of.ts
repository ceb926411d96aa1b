import { decodeText } from '@diorama/shared/domain/decode-text.ts';

/** Decodes a file's text in any encoding, without zeros at its end. */
export function textOf(bytes: ArrayBuffer): string {
  const raw = new Uint8Array(bytes);
  return decodeText(raw) ?? new TextDecoder().decode(raw);
}

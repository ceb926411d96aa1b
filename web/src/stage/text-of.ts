import { decodeText } from '@diorama/shared/domain/decode-text.ts';

/** The text of a file in whichever encoding; zeros are litter at its end. */
export function textOf(bytes: ArrayBuffer): string {
  const raw = new Uint8Array(bytes);
  return decodeText(raw) ?? new TextDecoder().decode(raw);
}

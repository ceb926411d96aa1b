import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { sniffFormat } from './file-format.ts';

const TEXT = 'v 0 0 0\r\nv 1 0 0\r\n# Größe\r\nf 1 2 1\r\n';

/** Encodes big-endian UTF-16, which Node does not support. */
const swapped = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());
const little = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));

describe('the text of a file', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode(TEXT)],
    ['UTF-16LE with a BOM', little(`\uFEFF${TEXT}`)],
    ['UTF-16LE without a BOM', little(TEXT)],
    ['UTF-16BE with a BOM', swapped(`\uFEFF${TEXT}`)],
    ['UTF-16BE without a BOM', swapped(TEXT)],
  ])('is decoded from %s, and its format is recognized', (_, bytes) => {
    expect(decodeText(bytes)).toBe(TEXT);
    expect(sniffFormat(bytes, bytes.length)).toBe('obj');
  });

  it('is null with zero bytes elsewhere', () => {
    expect(decodeText(Uint8Array.from([...new TextEncoder().encode(TEXT), 0, 0, 0]))).toBeNull();
    expect(decodeText(new Uint8Array(64))).toBeNull();
  });
});

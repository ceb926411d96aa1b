import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sniffFormat } from './file-format.ts';
import { FORMATS } from './formats.ts';

const KNOWN: readonly (string | null)[] = [...Object.keys(FORMATS), null];
const SIGNATURES = {
  glb: 'glTF',
  zip: 'PK\x03\x04',
  png: '\x89PNG\r\n\x1a\n',
  jpeg: '\xff\xd8\xff',
  exr: 'v/1\x01',
  otf: 'OTTO',
  woff: 'wOFF',
  woff2: 'wOF2',
  fbx: 'Kaydara FBX Binary',
} as const;
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const size = fc.integer({ min: 0, max: 300_000_000 });

describe('the format of a file', () => {
  it('is a known one or null for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), size, (head, bytes) => {
        expect(KNOWN).toContain(sniffFormat(head, bytes));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is that of its signature, regardless of the bytes that follow and of the size', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(SIGNATURES) as (keyof typeof SIGNATURES)[])),
        fc.uint8Array({ maxLength: 200 }),
        size,
        (format, rest, bytes) => {
          const head = Uint8Array.of(...latin1(SIGNATURES[format]), ...rest);
          expect(sniffFormat(head, bytes)).toBe(format);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('is null for web pages and SVG drawings of one line', () => {
    const line = fc.string({ maxLength: 100 }).filter((text) => !/[\r\n\u2028\u2029]/.test(text));
    fc.assert(
      fc.property(fc.constantFrom('<svg ', '<!doctype html>', '<?xml ', '<html>'), line, (start, rest) => {
        const head = new TextEncoder().encode(start + rest);
        expect(sniffFormat(head, head.length)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });
});

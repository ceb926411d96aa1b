import { inflateSync } from 'node:zlib';
import reader from 'jsqr';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, useHarness } from '../../test/harness.ts';

const LINK = 'https://diorama.test/es/view/01890a5d-ac96-774b-bcce-b302099a8057?a=1&b=%C3%B1';
const SIZE = 6;

/** White pixels with dark rectangles, as input for a reader of QR codes. */
class Sheet {
  readonly pixels: Uint8ClampedArray;
  readonly side: number;
  constructor(side: number) {
    this.side = side;
    this.pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  }
  darken(left: number, top: number, width: number, height: number): void {
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) {
        this.pixels.fill(0, (y * this.side + x) * 4, (y * this.side + x) * 4 + 3);
      }
    }
  }
  /** The result of an independent reader. */
  read(): string | undefined {
    return reader.default(this.pixels, this.side, this.side)?.data;
  }
}

function readSvg(text: string): string | undefined {
  const side = Number(/width="(\d+)"/.exec(text)?.[1]);
  const sheet = new Sheet(side);
  for (const [, x, y, width] of text.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    sheet.darken(Number(x) * SIZE, Number(y) * SIZE, Number(width) * SIZE, SIZE);
  }
  return sheet.read();
}

function readPng(bytes: Buffer): string | undefined {
  const side = bytes.readUInt32BE(16);
  const at = bytes.indexOf('IDAT');
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  const stride = 1 + Math.ceil(side / 8);
  const sheet = new Sheet(side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (((rows[y * stride + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0) {
        sheet.darken(x, y, 1, 1);
      }
    }
  }
  return sheet.read();
}

function readEps(text: string): string | undefined {
  const side = Number(/BoundingBox: 0 0 (\d+)/.exec(text)?.[1]);
  const sheet = new Sheet(side);
  for (const [, x, y, width] of text.matchAll(/^(\d+) (\d+) (\d+) 1 rectfill$/gm)) {
    sheet.darken(Number(x) * SIZE, side - (Number(y) + 1) * SIZE, Number(width) * SIZE, SIZE);
  }
  return sheet.read();
}

function readPdf(bytes: Buffer): string | undefined {
  const side = Number(/MediaBox \[0 0 (\d+)/.exec(bytes.toString('latin1'))?.[1]);
  const start = bytes.indexOf('stream\n') + 'stream\n'.length;
  const drawing = inflateSync(bytes.subarray(start, bytes.indexOf('\nendstream', start))).toString('latin1');
  const [, dark = ''] = drawing.split(/^f$/m);
  const sheet = new Sheet(side);
  // The page is flipped first: y counts from its upper edge.
  for (const [, x, y, width, height] of dark.matchAll(/^(\d+) (\d+) (\d+) (\d+) re$/gm)) {
    sheet.darken(Number(x), Number(y), Number(width), Number(height));
  }
  return sheet.read();
}

describe('QR codes', () => {
  const harness = useHarness();
  let person: Person;
  beforeAll(async () => {
    person = await harness.signUp('coder');
  });

  const make = (body: object) => harness.call('POST', '/qrs/generate', { token: person.token, body });
  const download = async (body: object) =>
    fetch(`${harness.url}/qrs/generate/download`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const request = (format: string) => ({ data: { link: LINK }, format, size: SIZE, level: 'M' });

  it('encode their link in every format, as read by independent readers', async () => {
    const svg = await make(request('svg'));
    expect(readSvg(String(svg.json.content))).toBe(LINK);
    const readers = { png: readPng, pdf: readPdf, eps: (bytes: Buffer) => readEps(bytes.toString('latin1')) };
    for (const [format, read] of Object.entries(readers)) {
      const file = await download(request(format));
      expect(file.headers.get('content-disposition')).toContain(`qr-code.${format}`);
      const bytes = Buffer.from(await file.arrayBuffer());
      expect(read(bytes), format).toBe(LINK);
      const content = String((await make(request(format))).json.content);
      expect(content.startsWith('data:')).toBe(true);
      expect(read(Buffer.from(content.split(',')[1] ?? '', 'base64')), format).toBe(LINK);
    }
  });

  it('have the default format and size when none is requested', async () => {
    const { json } = await make({ data: { link: LINK } });
    expect(String(json.content)).toMatch(/^<svg /);
    expect(Number(/width="(\d+)"/.exec(String(json.content))?.[1]) % 24).toBe(0);
  });

  it('are rejected when the picture would be too large or the link too long', async () => {
    const long = { link: `https://x.test/${'x'.repeat(900)}` };
    const refused = await make({ data: long, format: 'png', size: 64, level: 'H' });
    expect([refused.status, refused.json.violations]).toMatchObject([422, [{ propertyPath: 'size' }]]);
    expect((await make({ data: long, format: 'svg', size: 64, level: 'H' })).status).toBe(200);
    expect((await make({ data: long, format: 'png', size: 8, level: 'H' })).status).toBe(200);
    // Bytes count, not characters: the highest level has no more capacity.
    const wide = { link: `https://x.test/${'ñ'.repeat(600)}` };
    expect((await make({ data: wide, format: 'svg', level: 'H' })).status).toBe(422);
  });

  it('accept web links only, and logged-in users only', async () => {
    for (const link of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://x.test',
      '',
      `https://x.test/${'x'.repeat(2_000)}`,
    ]) {
      expect((await make({ data: { link }, format: 'svg' })).status, link).toBe(422);
    }
    expect((await harness.call('POST', '/qrs/generate', { body: request('svg') })).status).toBe(401);
    expect((await harness.call('POST', '/qrs/generate/download', { body: request('svg') })).status).toBe(401);
  });
});

import { describe, expect, it } from 'vitest';
import { sniffFormat } from './file-format.ts';

const text = (content: string) => new TextEncoder().encode(content);
const latin = (content: string) => Uint8Array.from(content, (letter) => letter.charCodeAt(0));

function binaryStl(triangles: number): Uint8Array {
  const bytes = new Uint8Array(84 + triangles * 50);
  bytes.set(text('solid made by a tool that begins its binary files so'));
  new DataView(bytes.buffer).setUint32(80, triangles, true);
  return bytes;
}

function chunk3ds(): Uint8Array {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x4d4d, true);
  view.setUint32(2, 16, true);
  return bytes;
}

const FILES: { is: string; bytes: Uint8Array }[] = [
  { is: 'glb', bytes: latin('glTF\x02\0\0\0') },
  { is: 'gltf', bytes: text(' \n{"asset":{"version":"2.0"}}') },
  { is: 'fbx', bytes: latin('Kaydara FBX Binary  \0\x1a\0') },
  { is: 'fbx', bytes: text('; FBX 7.3.0 project file\nFBXHeaderExtension:  {') },
  { is: 'obj', bytes: text('# a comment\nmtllib spider.mtl\nv 1.0 -2 3\n') },
  { is: 'stl', bytes: text('solid part\n  facet normal 0 0 1\n    outer loop') },
  { is: 'stl', bytes: binaryStl(2) },
  { is: '3ds', bytes: chunk3ds() },
  { is: 'zip', bytes: latin('PK\x03\x04\x14\0') },
  { is: 'png', bytes: latin('\x89PNG\r\n\x1a\n\0\0') },
  { is: 'jpeg', bytes: latin('\xff\xd8\xff\xe0\0') },
  { is: 'webp', bytes: latin('RIFF\x10\0\0\0WEBPVP8 ') },
  { is: 'heic', bytes: latin('\0\0\0\x18ftypheic\0\0') },
  { is: 'hdr', bytes: text('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n') },
  { is: 'exr', bytes: latin('v/1\x01\x02\0\0\0') },
  { is: 'ttf', bytes: latin('\0\x01\0\0\0\x0c') },
  { is: 'otf', bytes: latin('OTTO\0\x0c') },
  { is: 'woff', bytes: latin('wOFF\0\x01\0\0') },
];

describe('sniffFormat', () => {
  it.each(FILES)('knows $is by its content', ({ is, bytes }) => {
    expect(sniffFormat(bytes, bytes.length)).toBe(is);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a web page', text('<!doctype html><title>v 1 2 3</title>')],
    ['a program', latin('\x7fELF\x02\x01\x01\0\0\0')],
    ['an old glTF text that is no JSON', text('asset: 1.0')],
    ['a truncated binary STL', binaryStl(2).subarray(0, 100)],
  ])('takes %s for none', (_, bytes) => {
    expect(sniffFormat(bytes, bytes.length)).toBeNull();
  });
});

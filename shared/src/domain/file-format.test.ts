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

/** STL of cube triangles whose header always declares three triangles. */
function uncountedStl(triangles: number, more = 0): Uint8Array {
  const bytes = new Uint8Array(84 + triangles * 50 + more).fill(65);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, 3, true);
  for (let i = 0; i < triangles; i += 1) {
    [0, 0, 1, 0, 0, 0, 12.5, 0, 0, 0, 12.5, 0].forEach((value, k) => {
      view.setFloat32(84 + i * 50 + k * 4, value, true);
    });
  }
  return bytes;
}

function chunk3ds(): Uint8Array {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x4d4d, true);
  view.setUint32(2, 16, true);
  return bytes;
}

/** Local file headers of an archive, one after the other. */
function archive(...names: string[]): Uint8Array {
  const heads = names.map(
    (name) => `PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}`,
  );
  return latin(heads.join(''));
}

/** A TGA of two by two pixels. */
function tga(kind: number, bits: number, bytes: number): Uint8Array {
  return Uint8Array.of(0, 0, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, bits, 0, ...new Uint8Array(bytes));
}

const FILES: { is: string; bytes: Uint8Array }[] = [
  { is: 'wav', bytes: latin('RIFF\x24\0\0\0WAVEfmt ') },
  { is: 'ogg', bytes: latin('OggS\0\x02') },
  { is: 'mp3', bytes: latin('ID3\x04\0\0') },
  { is: 'mp3', bytes: latin('\xff\xfb\x90\0') },
  { is: 'm4a', bytes: latin('\0\0\0\x18ftypmp42\0\0\0\0M4A mp42') },
  { is: 'glb', bytes: latin('glTF\x02\0\0\0') },
  { is: 'gltf', bytes: text(' \n{"asset":{"version":"2.0"}}') },
  { is: 'fbx', bytes: latin('Kaydara FBX Binary  \0\x1a\0') },
  { is: 'fbx', bytes: text('; FBX 7.3.0 project file\nFBXHeaderExtension:  {') },
  { is: 'obj', bytes: text('# a comment\nmtllib spider.mtl\nv 1.0 -2 3\n') },
  { is: 'obj', bytes: text('# A COMMENT\nV 1.0 -2 3\nF 1 2 3\n') },
  { is: 'stl', bytes: text('solid part\n  facet normal 0 0 1\n    outer loop') },
  { is: 'stl', bytes: text('SOLID PART\r  FACET NORMAL 0 0 1\r    OUTER LOOP') },
  { is: 'stl', bytes: text('solid part\n  facet normal 0 0 1\n    outer loop\0\0\x1a') },
  { is: 'stl', bytes: binaryStl(2) },
  { is: 'stl', bytes: uncountedStl(3, 1) },
  { is: 'stl', bytes: uncountedStl(3, 500) },
  { is: 'stl', bytes: uncountedStl(2) },
  { is: '3ds', bytes: chunk3ds() },
  { is: 'zip', bytes: latin('PK\x03\x04\x14\0') },
  { is: 'png', bytes: latin('\x89PNG\r\n\x1a\n\0\0') },
  { is: 'jpeg', bytes: latin('\xff\xd8\xff\xe0\0') },
  { is: 'ply', bytes: text('ply\nformat ascii 1.0\nelement vertex 3\n') },
  { is: 'ply', bytes: latin('ply\r\nformat binary_little_endian 1.0\r\nend_header\r\n\0\0\x80\x3f') },
  { is: 'dae', bytes: text('<?xml version="1.0"?>\n<!-- by hand -->\n<COLLADA version="1.4.1">') },
  { is: 'dae', bytes: text('<!DOCTYPE c [<!ENTITY a "aaa">]>\n<COLLADA version="1.4.1">') },
  { is: 'usda', bytes: text('#usda 1.0\n(\n)\n') },
  { is: 'usdc', bytes: latin('PXR-USDC\0\x08\0\0') },
  { is: 'usdz', bytes: archive('scene.usdc') },
  { is: '3mf', bytes: archive('[Content_Types].xml', '_rels/.rels', '3D/3dmodel.model') },
  { is: 'zip', bytes: archive('notes.txt', 'scene.usda', '3D/readme.txt') },
  { is: 'tga', bytes: tga(2, 24, 2 * 2 * 3) },
  { is: 'tga', bytes: tga(11, 8, 2) },
  { is: 'tiff', bytes: latin('II*\0\x08\0\0\0') },
  { is: 'tiff', bytes: latin(`MM\0*\0\0\0\x08${'\0'.repeat(20_000)}`) },
  { is: 'avif', bytes: latin('\0\0\0\x1cftypavif\0\0\0\0mif1miaf') },
  { is: 'avif', bytes: latin('\0\0\0\x1cftypmif1\0\0\0\0mif1avif') },
  { is: 'webp', bytes: latin('RIFF\x10\0\0\0WEBPVP8 ') },
  { is: 'heic', bytes: latin('\0\0\0\x18ftypheic\0\0') },
  { is: 'hdr', bytes: text('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n') },
  { is: 'exr', bytes: latin('v/1\x01\x02\0\0\0') },
  { is: 'ttf', bytes: latin('\0\x01\0\0\0\x0c') },
  { is: 'otf', bytes: latin('OTTO\0\x0c') },
  { is: 'woff', bytes: latin('wOFF\0\x01\0\0') },
  { is: 'woff2', bytes: latin('wOF2\0\x01\0\0') },
];

describe('sniffFormat', () => {
  it.each(FILES)('recognizes $is by its content', ({ is, bytes }) => {
    expect(sniffFormat(bytes, bytes.length)).toBe(is);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a web page', text('<!doctype html><title>v 1 2 3</title>')],
    ['a Portuguese text', text('O modelo foi feito\nO autor')],
    ['an executable', latin('\x7fELF\x02\x01\x01\0\0\0')],
    ['glTF 1.0 text that is not JSON', text('asset: 1.0')],
    ['zeros only', new Uint8Array(500)],
    ['bytes that are not triangles', Uint8Array.from({ length: 500 }, (_, i) => (i * 37) % 251)],
    ['a truncated TGA', tga(2, 24, 11)],
    ['XML that is not COLLADA', text('<?xml version="1.0"?><svg><COLLADA/></svg>')],
    ['an HTML page that mentions COLLADA', text('<!-- <COLLADA> --><html><COLLADA/></html>')],
    ['a video with the same container format', latin('\0\0\0\x18ftypisom\0\0')],
    ['a truncated binary STL', binaryStl(2).subarray(0, 100)],
  ])('returns null for %s', (_, bytes) => {
    expect(sniffFormat(bytes, bytes.length)).toBeNull();
  });

  it('returns obj for a file that starts with comments only and continues', () => {
    const comments = text('# made by a tool\n\n'.repeat(4000));
    expect(sniffFormat(comments, comments.length + 1)).toBe('obj');
    expect(sniffFormat(comments, comments.length)).toBeNull();
  });

  it('returns dae for a Collada file with a namespace prefix', () => {
    const bytes = text(
      '<?xml version="1.0"?><c:COLLADA xmlns:c="http://www.collada.org/2005/11/COLLADASchema"/>',
    );
    expect(sniffFormat(bytes, bytes.length)).toBe('dae');
  });
});

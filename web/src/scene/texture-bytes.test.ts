import {
  BoxGeometry,
  CompressedTexture,
  DataTexture,
  Group,
  HalfFloatType,
  Mesh,
  MeshStandardMaterial,
  RGBA_S3TC_DXT1_Format,
  RGBAFormat,
} from 'three';
import { expect, it } from 'vitest';
import { textureBytes } from './texture-bytes.ts';

it('textureBytes counts each texture once, by size, depth and mipmaps', () => {
  const plain = new DataTexture(null, 4, 2);
  const deep = new DataTexture(null, 2, 2, RGBAFormat, HalfFloatType);
  deep.generateMipmaps = true;
  const packed = new CompressedTexture(
    [
      { data: new Uint8Array(64), width: 8, height: 8 },
      { data: new Uint8Array(16), width: 4, height: 4 },
    ],
    8,
    8,
    RGBA_S3TC_DXT1_Format,
  );
  const shape = new BoxGeometry();
  const wood = new MeshStandardMaterial({ map: plain, roughnessMap: plain.clone() });
  const both = new Mesh(shape, [wood, new MeshStandardMaterial({ normalMap: deep })]);
  const other = new Mesh(shape, new MeshStandardMaterial({ map: plain, aoMap: packed }));
  const bare = new Mesh(shape, new MeshStandardMaterial());
  expect(textureBytes([new Group().add(both, bare), other])).toBeCloseTo(32 + (32 * 4) / 3 + 80);
  expect(textureBytes([bare])).toBe(0);
});

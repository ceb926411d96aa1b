import {
  CompressedCubeTexture,
  type CompressedPixelFormat,
  type CompressedTextureMipmap,
  HalfFloatType,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  RGBAFormat,
  type Texture,
} from 'three';
import { FACE_SIZES, type LightFaces, unpackFaces } from './light-faces.ts';
import packedUrl from './studio-light.bin?url';

/** Half floats: 1, and the light of the studio on average. */
const [ONE, EVEN] = [0x3c00, 0x38cd];

/** A light around a scene, filtered for reflections. */
export type SurroundingLight = { texture: Texture; dispose: () => void };

let faces: Promise<LightFaces> | null = null;

/**
 * Diorama's own light around a scene. It was filtered when it was made (`web/bake-studio-light.ts`): that takes seconds where a
 * processor draws. Until it is there, and if it never comes, the light is even; `filled` resolves when it was put in.
 */
export function createStudioLight(): SurroundingLight & { filled: Promise<void> } {
  const even = (_level: number, _side: number, size: number) => new Uint16Array(size * size * 4).fill(EVEN);
  const texture = new CompressedCubeTexture(
    sidesOf(even),
    // Not compressed after all: the class is the one that takes each side with its levels.
    RGBAFormat as unknown as CompressedPixelFormat,
    HalfFloatType,
  );
  texture.name = 'studio light';
  texture.minFilter = LinearMipmapLinearFilter;
  texture.colorSpace = LinearSRGBColorSpace;
  // As what three.js filters itself: it is taken as it is, and not mirrored as files of cubes are.
  texture.isPMREMTexture = true;
  texture.isRenderTargetTexture = true;
  texture.mipmaps = FACE_SIZES.map((size) => ({ width: size, height: size })) as CompressedTextureMipmap[];
  texture.needsUpdate = true;
  faces ??= loadFaces();
  const filled = faces.then(
    (loaded) => {
      texture.image = sidesOf((level, side) => inGrey(loaded[level * 6 + side] ?? new Uint16Array()));
      texture.needsUpdate = true;
    },
    () => {
      faces = null;
    },
  );
  return { texture, filled, dispose: () => texture.dispose() };
}

async function loadFaces(): Promise<LightFaces> {
  const response = await fetch(packedUrl);
  if (!response.ok || !response.body) {
    throw new Error(`The studio's light answered ${response.status}`);
  }
  const unpacked = response.body.pipeThrough(new DecompressionStream('deflate'));
  return unpackFaces(new Uint8Array(await new Response(unpacked).arrayBuffer()));
}

/** The six sides of a cube with all their levels, as three.js takes them: four numbers a texel. */
function sidesOf(texels: (level: number, side: number, size: number) => Uint16Array) {
  return Array.from({ length: 6 }, (_, side) => ({
    ...{ width: FACE_SIZES[0], height: FACE_SIZES[0] },
    mipmaps: FACE_SIZES.map((size, level) => ({
      ...{ width: size, height: size },
      data: texels(level, side, size),
    })),
  }));
}

function inGrey(face: Uint16Array): Uint16Array {
  const data = new Uint16Array(face.length * 4);
  for (let i = 0; i < face.length; i += 1) {
    data.fill(face[i] ?? 0, i * 4, i * 4 + 3);
    data[i * 4 + 3] = ONE;
  }
  return data;
}

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
import { fetchCode } from '../../fetch-code.ts';
import { FACE_SIZES, unpackFaces } from './light-faces.ts';
import packedUrl from './studio-light.bin?url';

/** Half floats: 1, and the light of the studio on average. */
const [ONE, EVEN] = [0x3c00, 0x38cd];

/** A light around a scene, filtered for reflections. */
export type SurroundingLight = { texture: Texture; dispose: () => void };

type Sides = ReturnType<typeof sidesOf>;

/** Shared by all views of a page. */
let sides: Promise<Sides> | null = null;

/**
 * Diorama's own light around a scene. It was filtered when it was made (`web/bake-studio-light.ts`): that takes seconds where a
 * processor draws. Until it is there, and if it never comes, the light is even; `filled` resolves when it was put in.
 */
export function createStudioLight(): SurroundingLight & { filled: Promise<void> } {
  const even = FACE_SIZES.map((size) => new Uint16Array(size * size * 4).fill(EVEN));
  const texture = new CompressedCubeTexture(
    sidesOf((level) => even[level]),
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
  // It is as much a part of the page as its code, and asked for again in the same way.
  sides ??= fetchCode(loadSides);
  const filled = sides.then(
    (loaded) => {
      texture.image = loaded;
      texture.needsUpdate = true;
    },
    () => {
      sides = null;
    },
  );
  return { texture, filled, dispose: () => texture.dispose() };
}

async function loadSides(): Promise<Sides> {
  const response = await fetch(packedUrl);
  if (!response.ok || !response.body) {
    throw new Error(`The studio's light answered ${response.status}`);
  }
  const unpacked = response.body.pipeThrough(new DecompressionStream('deflate'));
  const faces = unpackFaces(new Uint8Array(await new Response(unpacked).arrayBuffer()));
  return sidesOf((level, side) => inGrey(faces[level * 6 + side] ?? new Uint16Array()));
}

/** The six sides of a cube with all their levels, as three.js takes them: four numbers a texel. */
function sidesOf(texels: (level: number, side: number) => Uint16Array | undefined) {
  return Array.from({ length: 6 }, (_, side) => ({
    ...{ width: FACE_SIZES[0], height: FACE_SIZES[0] },
    mipmaps: FACE_SIZES.map((size, level) => ({
      ...{ width: size, height: size },
      data: texels(level, side) ?? new Uint16Array(),
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

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

/** Half floats: 1, and the mean light of the studio. */
const [ONE, EVEN] = [0x3c00, 0x38cd];

/** Environment light of a scene, filtered for reflections. */
export type EnvironmentLight = { texture: Texture; dispose: () => void };

type Sides = ReturnType<typeof sidesOf>;

/** Shared by all views of a page. */
let sides: Promise<Sides> | null = null;

/**
 * Default environment light, filtered in advance (`web/bake-studio-light.ts`), which takes seconds on software
 * renderers. Until it has loaded, or if it fails, the light is uniform; `filled` resolves once it is applied.
 */
export function createStudioLight(): EnvironmentLight & { filled: Promise<void> } {
  const even = FACE_SIZES.map((size) => new Uint16Array(size * size * 4).fill(EVEN));
  const texture = new CompressedCubeTexture(
    sidesOf((level) => even[level]),
    // The data is uncompressed; this class is used because it accepts each face with its levels.
    RGBAFormat as unknown as CompressedPixelFormat,
    HalfFloatType,
  );
  texture.name = 'studio light';
  texture.minFilter = LinearMipmapLinearFilter;
  texture.colorSpace = LinearSRGBColorSpace;
  // Marked as three.js' own PMREM output, so that it is used unchanged and not mirrored like cube files.
  texture.isPMREMTexture = true;
  texture.isRenderTargetTexture = true;
  texture.mipmaps = FACE_SIZES.map((size) => ({ width: size, height: size })) as CompressedTextureMipmap[];
  texture.needsUpdate = true;
  // It is loaded and retried like the page's code.
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

/** The six faces of a cube with all their levels in three.js' layout: four numbers per texel. */
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

import {
  BackSide,
  BoxGeometry,
  DataUtils,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  type WebGLCubeRenderTarget,
  WebGLRenderer,
} from 'three';

type Panel = { at: [number, number, number]; size: [number, number, number]; light: number };

const ROOM = 20;

const WALL_LIGHT = 0.2;

/**
 * Softboxes around the subject: a broad one above, a key at the left, a fill at the right, rims behind, a fill
 * in front.
 */
const PANELS: readonly Panel[] = [
  { at: [0, 9.5, 0], size: [8, 0.1, 6], light: 2 },
  { at: [-9.5, 4, 3], size: [0.1, 6, 5], light: 6 },
  { at: [9.5, 3, 2], size: [0.1, 5, 7], light: 1.6 },
  { at: [-4, 3, -9.5], size: [3, 6, 0.1], light: 3 },
  { at: [5, 4, -9.5], size: [2, 5, 0.1], light: 4 },
  { at: [2, 3, 9.5], size: [9, 3, 0.1], light: 2.4 },
];

/** Blur of the softboxes' edges, in radians. */
const BLUR = 0.03;

/** Filters the studio's light for reflections (PMREM). The caller disposes of it. */
export function filterStudio(renderer: WebGLRenderer): WebGLCubeRenderTarget {
  const generator = new PMREMGenerator(renderer);
  const target = generator.fromScene(createStudioRoom(), BLUR);
  generator.dispose();
  return target;
}

/** Result of {@link filterStudio} as bits of half floats: one number per texel, by level and face. */
export function readStudio(): number[][] {
  const renderer = new WebGLRenderer();
  const target = filterStudio(renderer);
  const gl = renderer.getContext();
  const faces = target.texture.mipmaps.flatMap(({ width }, level) =>
    Array.from({ length: 6 }, (_, side) => {
      renderer.setRenderTarget(target, side, level);
      const pixels = new Float32Array(width * width * 4);
      gl.readPixels(0, 0, width, width, gl.RGBA, gl.FLOAT, pixels);
      return Array.from({ length: width * width }, (_, i) => DataUtils.toHalfFloat(pixels[i * 4] ?? 0));
    }),
  );
  target.dispose();
  renderer.dispose();
  return faces;
}

/** Creates the grey room of the default light: faintly glowing walls and softboxes. */
function createStudioRoom(): Scene {
  const scene = new Scene();
  const box = new BoxGeometry(1, 1, 1);
  const add = (light: number, side?: typeof BackSide) => {
    const mesh = new Mesh(box, new MeshBasicMaterial(side === undefined ? {} : { side }));
    mesh.material.color.setScalar(light);
    scene.add(mesh);
    return mesh;
  };
  add(WALL_LIGHT, BackSide).scale.setScalar(ROOM);
  for (const { at, size, light } of PANELS) {
    const panel = add(light);
    panel.position.set(...at);
    panel.scale.set(...size);
  }
  return scene;
}

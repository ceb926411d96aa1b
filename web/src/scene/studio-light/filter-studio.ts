import { DataUtils, PMREMGenerator, type WebGLCubeRenderTarget, WebGLRenderer } from 'three';
import { createStudioRoom } from './studio-room.ts';

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

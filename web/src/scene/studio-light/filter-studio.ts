import { DataUtils, PMREMGenerator, type WebGLCubeRenderTarget, WebGLRenderer } from 'three';
import { createStudioRoom } from './studio-room.ts';

/** How far the edges of the softboxes are blurred, in radians. */
const BLUR = 0.03;

/** Has three.js filter the studio's light for reflections. The caller disposes of it. */
export function filterStudio(renderer: WebGLRenderer): WebGLCubeRenderTarget {
  const generator = new PMREMGenerator(renderer);
  const target = generator.fromScene(createStudioRoom(), BLUR);
  generator.dispose();
  return target;
}

/** What {@link filterStudio} makes, as bits of half floats: one number a texel, by level and side. */
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

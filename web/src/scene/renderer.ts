import { WebGLRenderer } from 'three';

/** Sharper than this costs frames and shows nothing. */
const MAX_PIXEL_RATIO = 2;

/**
 * The renderer of a surface: a canvas on a page as sharp as its screen, or one that pictures are taken of, pixel by
 * pixel. The canvas is see-through where nothing is. The caller disposes of it.
 * @throws Error when there is no WebGL 2.
 */
export function createRenderer(use: 'page' | 'picture'): WebGLRenderer {
  const renderer = new WebGLRenderer({
    antialias: true,
    alpha: true,
    powerPreference: 'high-performance',
    preserveDrawingBuffer: use === 'picture',
  });
  renderer.setPixelRatio(use === 'page' ? Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO) : 1);
  renderer.setClearColor(0x000000, 0);
  return renderer;
}

import { WebGLRenderer } from 'three';
import { fetchCode } from '../fetch-code.ts';
import { NoWebglError } from './no-webgl.ts';

/** Limit of the pixel ratio; higher values cost frames without a visible gain. */
const MAX_PIXEL_RATIO = 2;

/**
 * Creates the renderer of a surface: for a canvas on a page in its pixel ratio, or for pictures with ratio 1.
 * The canvas is transparent where nothing is drawn. The caller disposes of it.
 * @throws NoWebglError when there is no WebGL 2.
 */
export function createRenderer(use: 'page' | 'picture'): WebGLRenderer {
  const renderer = open(use);
  renderer.setPixelRatio(use === 'page' ? Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO) : 1);
  renderer.setClearColor(0x000000, 0);
  renderer.domElement.addEventListener('webglcontextlost', () => forgetLost(renderer), { once: true });
  hideWhileLost(renderer.domElement);
  return renderer;
}

/** Hides a canvas with a lost context, which browsers draw white with an error icon; it keeps its focus. */
function hideWhileLost(canvas: HTMLCanvasElement): void {
  canvas.addEventListener('webglcontextlost', () => canvas.style.setProperty('opacity', '0'));
  canvas.addEventListener('webglcontextrestored', () => canvas.style.removeProperty('opacity'));
}

function forgetLost(renderer: WebGLRenderer): void {
  // A removed canvas is closed by losing its context and renders no more.
  if (!renderer.domElement.isConnected) {
    return;
  }
  fetchCode(() => import('./free-own-resources.ts')).then(
    ({ freeOwnResources }) => freeOwnResources(renderer.getContext() as WebGL2RenderingContext),
    // Without the listener the browser logs a warning.
    () => undefined,
  );
}

function open(use: 'page' | 'picture'): WebGLRenderer {
  try {
    return new WebGLRenderer({
      antialias: true,
      alpha: true,
      powerPreference: 'high-performance',
      preserveDrawingBuffer: use === 'picture',
    });
  } catch (error) {
    // three.js throws if WebGL 2 is missing.
    throw new NoWebglError('There is no WebGL 2', { cause: error });
  }
}

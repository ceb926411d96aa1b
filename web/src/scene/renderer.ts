import { WebGLRenderer } from 'three';
import { fetchCode } from '../fetch-code.ts';
import { NoWebglError } from './no-webgl.ts';

/** Sharper than this costs frames and shows nothing. */
const MAX_PIXEL_RATIO = 2;

/**
 * The renderer of a surface: a canvas on a page as sharp as its screen, or one that pictures are taken of, pixel by
 * pixel. The canvas is see-through where nothing is. The caller disposes of it.
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

/** Browsers draw a canvas without a context white, with a sign of what is broken; it keeps its focus. */
function hideWhileLost(canvas: HTMLCanvasElement): void {
  canvas.addEventListener('webglcontextlost', () => canvas.style.setProperty('opacity', '0'));
  canvas.addEventListener('webglcontextrestored', () => canvas.style.removeProperty('opacity'));
}

function forgetLost(renderer: WebGLRenderer): void {
  // A canvas that was taken away is closed by losing its context, and draws no more.
  if (!renderer.domElement.isConnected) {
    return;
  }
  fetchCode(() => import('./free-own-only.ts')).then(
    ({ freeOwnOnly }) => freeOwnOnly(renderer.getContext() as WebGL2RenderingContext),
    // Without it the browser complains, and nothing else happens.
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
    // three.js says so by throwing.
    throw new NoWebglError('There is no WebGL 2', { cause: error });
  }
}

import {
  Color,
  DataUtils,
  DoubleSide,
  HalfFloatType,
  MeshDepthMaterial,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { AnyCamera } from './scene-camera.ts';
import type { SceneView } from './scene-view.ts';

type Size = { width: number; height: number };

/** Values per pixel, and their maximum in a picture. */
const CHANNELS = 4;
const WHITE = 255;

/**
 * Renders the depth of a view as a grey PNG: the nearest surface white, the farthest and the background black. In
 * between the values follow the inverse depth, which depth-conditioned image models expect.
 * @returns null where the browser cannot encode the picture
 */
export async function depthPicture({
  renderer,
  view,
  camera,
  size,
}: {
  renderer: WebGLRenderer;
  view: SceneView;
  camera: AnyCamera;
  size: Size;
}): Promise<Blob | null> {
  const nearness = await drawNearness({ renderer, view, camera, size });
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const context = canvas.getContext('2d');
  if (!context) {
    return null;
  }
  const picture = context.createImageData(size.width, size.height);
  shade(nearness, picture);
  context.putImageData(picture, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/**
 * Reads half floats, four per pixel, from the bottom row up. The first is one minus the depth, 0 for the background.
 */
async function drawNearness({
  renderer,
  view,
  camera,
  size: { width, height },
}: Parameters<typeof depthPicture>[0]): Promise<Uint16Array> {
  const target = new WebGLRenderTarget(width, height, { type: HalfFloatType });
  const material = new MeshDepthMaterial({ side: DoubleSide });
  const values = new Uint16Array(width * height * CHANNELS);
  const color = renderer.getClearColor(new Color());
  const alpha = renderer.getClearAlpha();
  try {
    renderer.setRenderTarget(target);
    renderer.setClearColor(0, 0);
    renderer.clear();
    view.renderAs(material, camera);
    renderer.setRenderTarget(null);
    renderer.setClearColor(color, alpha);
    await renderer.readRenderTargetPixelsAsync(target, 0, 0, width, height, values);
  } finally {
    target.dispose();
    material.dispose();
  }
  return values;
}

/** Stretches the values over all greys and flips the rows, as a picture starts at the top. */
function shade(values: Uint16Array, { data, width, height }: ImageData): void {
  const nearness = (pixel: number) => DataUtils.fromHalfFloat(values[pixel * CHANNELS] ?? 0);
  const isSeen = (pixel: number) => values[pixel * CHANNELS + CHANNELS - 1] !== 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (isSeen(pixel)) {
      least = Math.min(least, nearness(pixel));
      most = Math.max(most, nearness(pixel));
    }
  }
  const range = most - least || 1;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const row = height - 1 - Math.floor(pixel / width);
    const at = (row * width + (pixel % width)) * CHANNELS;
    const grey = isSeen(pixel) ? ((nearness(pixel) - least) / range) * WHITE : 0;
    data.fill(grey, at, at + CHANNELS - 1);
    data[at + CHANNELS - 1] = WHITE;
  }
}

import type { PictureOptions } from '../scene-queries.ts';

/**
 * Copies the current content of a canvas. A WebGL canvas must have been drawn in the same task, as its buffer
 * is not preserved.
 * @returns null if the browser cannot encode it
 */
export function canvasPicture(
  canvas: HTMLCanvasElement,
  { longest, type }: PictureOptions,
): Promise<Blob | null> {
  const copy = document.createElement('canvas');
  Object.assign(copy, pictureSize(canvas, longest));
  copy.getContext('2d')?.drawImage(canvas, 0, 0, copy.width, copy.height);
  return new Promise((resolve) => copy.toBlob(resolve, type, 0.8));
}

/** Size of a canvas picture with a limited longer side. */
export function pictureSize(
  { width, height }: { width: number; height: number },
  longest: number,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

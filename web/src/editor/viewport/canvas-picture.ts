/** How large a picture is on its longer side, in pixels, and of which kind. */
export type PictureOptions = { longest: number; type: 'image/jpeg' | 'image/png' };

/**
 * A picture of what a canvas shows now. A canvas of WebGL must have been drawn in the same task, as it keeps nothing.
 * @returns null where the browser gives none
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

/** How large a picture of a canvas is whose longer side has at most so many pixels. */
export function pictureSize(
  { width, height }: { width: number; height: number },
  longest: number,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

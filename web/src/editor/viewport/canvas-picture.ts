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
  const scale = Math.min(1, longest / Math.max(canvas.width, canvas.height, 1));
  const copy = document.createElement('canvas');
  copy.width = Math.max(1, Math.round(canvas.width * scale));
  copy.height = Math.max(1, Math.round(canvas.height * scale));
  copy.getContext('2d')?.drawImage(canvas, 0, 0, copy.width, copy.height);
  return new Promise((resolve) => copy.toBlob(resolve, type, 0.8));
}

/** The longer side of a picture, in pixels; what a list shows needs no more. */
const LONGEST = 960;

/**
 * A picture of what a canvas shows now. A canvas of WebGL must have been drawn in the same task, as it keeps nothing.
 * @returns a JPEG; null where the browser gives none
 */
export function canvasPicture(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const scale = Math.min(1, LONGEST / Math.max(canvas.width, canvas.height, 1));
  const copy = document.createElement('canvas');
  copy.width = Math.max(1, Math.round(canvas.width * scale));
  copy.height = Math.max(1, Math.round(canvas.height * scale));
  copy.getContext('2d')?.drawImage(canvas, 0, 0, copy.width, copy.height);
  return new Promise((resolve) => copy.toBlob(resolve, 'image/jpeg', 0.8));
}

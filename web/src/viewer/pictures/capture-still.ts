import type { SceneCanvas } from '../../scene/scene-canvas.ts';

/**
 * Renders a picture of the current view in the given size, in pixels. @throws Error if the size exceeds the device's
 * limits.
 */
export function captureStill(canvas: SceneCanvas, size: { width: number; height: number }): Promise<Blob> {
  return canvas.lend(
    size,
    (draw) =>
      new Promise((resolve, reject) => {
        // Read in the task that renders it: later the browser has cleared the canvas.
        draw().toBlob((picture) => {
          if (picture) {
            resolve(picture);
          } else {
            reject(new Error('The browser gave no picture'));
          }
        }, 'image/png');
      }),
  );
}

import type { SceneCanvas } from '../../scene/scene-canvas.ts';

/** Takes a picture of what is seen now, of so many pixels. @throws Error where the device has no room for it. */
export function takeStill(canvas: SceneCanvas, size: { width: number; height: number }): Promise<Blob> {
  return canvas.lend(
    size,
    (draw) =>
      new Promise((resolve, reject) => {
        // Read in the task that draws it: a moment later the browser has taken the picture away.
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

import type { DrawnScene } from '../parts.ts';

/** The longer side of a saved picture, in pixels, at most. */
const LONGEST = 4096;
/** Browsers read the file of a download after the click. */
const KEPT_MS = 60_000;

/** Downloads a picture of the view as it is, without handles and marks. */
export function savePicture({ queries }: DrawnScene): void {
  queries?.picture({ longest: LONGEST, type: 'image/png' }).then((picture) => {
    if (picture) {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(picture);
      link.download = 'scene.png';
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
    }
  }, reportError);
}

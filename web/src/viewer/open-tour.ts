import { tourOf } from '@diorama/shared/scene/annotations.ts';
import type { AnnotationTour, AnnotationTourOptions } from './annotation-tour.ts';

/** The annotations of a scene, which may still be on their way. */
export type Tour = {
  /** How many annotations the scene has. */
  readonly length: number;
  /** Opens an annotation, from 0 on, or closes the open one; nothing for one that is not there. */
  go(index: number | null): void;
  dispose(): void;
};

/** Fetches what shows annotations, for scenes that have any. */
export function openTour(options: AnnotationTourOptions): Tour {
  const { length } = tourOf(options.scene.document);
  let isClosed = false;
  let tour: AnnotationTour | null = null;
  if (length > 0) {
    import('./annotation-tour.ts').then(
      (module) => {
        tour = isClosed ? null : new module.AnnotationTour(options);
      },
      // A part that cannot be fetched leaves the scene as it is to look at.
      () => undefined,
    );
  }
  return {
    length,
    go: (index) => {
      if (index === null) {
        tour?.close();
      } else if (tour && index < tour.length) {
        tour.open(index);
      }
    },
    dispose: () => {
      isClosed = true;
      tour?.dispose();
    },
  };
}

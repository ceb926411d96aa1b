import type { AnnotationTourOptions } from './annotation-tour.ts';

/** Fetches what shows annotations, for scenes that have any; returns the undoing. */
export function openTour(options: AnnotationTourOptions): () => void {
  const hasAny = Object.values(options.scene.document.nodes).some(({ kind }) => kind === 'annotation');
  if (!hasAny) {
    return () => undefined;
  }
  let isClosed = false;
  let close: (() => void) | null = null;
  import('./annotation-tour.ts').then(
    ({ AnnotationTour }) => {
      if (!isClosed) {
        const tour = new AnnotationTour(options);
        close = () => tour.dispose();
      }
    },
    // A part that cannot be fetched leaves the scene as it is to look at.
    () => undefined,
  );
  return () => {
    isClosed = true;
    close?.();
  };
}

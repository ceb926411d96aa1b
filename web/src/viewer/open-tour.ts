import { tourOf } from '@diorama/shared/scene/annotations.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isMeasured } from '@diorama/shared/scene/nodes/kinds.ts';
import { fetchCode } from '../fetch-code.ts';
import type { AnnotationTour, AnnotationTourOptions } from './annotation-tour.ts';

/** A scene's annotations, whose code may still be loading. */
export type Tour = {
  /** Number of annotations. */
  readonly length: number;
  /**
   * Opens an annotation (index from 0), or closes the open one; does nothing for a missing one. While the code is
   * loading it waits, and only the last call counts.
   * @returns false if there are annotations but their code failed to load.
   */
  go(index: number | null): Promise<boolean>;
  /** Opens the annotation of a node, if it is shown. */
  goTo(id: string): Promise<boolean>;
  /** Opens the annotation of a presenter's node without moving the camera; null closes the open one. */
  show(id: string | null): Promise<boolean>;
  /** Starts the tour as the scene defines, unless an annotation is open. */
  begin(): Promise<boolean>;
  /** Stops a playing tour. */
  rest(): void;
  /** Shows the annotations of another version of the scene. */
  setDocument(document: SceneDocument): void;
  dispose(): void;
};

type ShownTour = Pick<
  AnnotationTour,
  'length' | 'open' | 'openStop' | 'show' | 'close' | 'begin' | 'rest' | 'setDocument' | 'dispose'
>;
type TourModule = { AnnotationTour: new (options: AnnotationTourOptions) => ShownTour };

const fetchTour = (): Promise<TourModule> => fetchCode(() => import('./annotation-tour.ts'));

/** Fetches the code of annotations and measurements, once the scene has any. */
export function openTour(options: AnnotationTourOptions, load = fetchTour): Tour {
  let { document } = options;
  let length = 0;
  let isClosed = false;
  let calls = 0;
  let tour: ShownTour | null = null;
  let shown: Promise<void> | null = null;
  const show = async () => {
    const module = await load().catch(() => null);
    if (!module && !isClosed) {
      options.onLost();
    }
    tour = isClosed || !module ? null : new module.AnnotationTour({ ...options, document });
  };
  const setDocument = (next: SceneDocument) => {
    document = next;
    ({ length } = tourOf(next));
    tour?.setDocument(next);
    if (length > 0 || Object.values(next.nodes).some(({ kind }) => isMeasured(kind))) {
      shown ??= show();
    }
  };
  const act = async (isClosing: boolean, perform: (there: ShownTour) => void) => {
    calls += 1;
    const call = calls;
    await shown;
    if (isClosed || call !== calls || length === 0) {
      return true;
    }
    if (tour) {
      perform(tour);
    }
    return isClosing || tour !== null;
  };
  setDocument(document);
  return {
    get length() {
      return length;
    },
    go: (index) =>
      act(index === null, (there) => {
        if (index === null) {
          there.close();
        } else if (index < there.length) {
          there.open(index);
        }
      }),
    goTo: (id) => act(false, (there) => there.openStop(id)),
    show: (id) => act(id === null, (there) => there.show(id)),
    begin: () => act(false, (there) => there.begin()),
    rest: () => tour?.rest(),
    setDocument,
    dispose: () => {
      isClosed = true;
      tour?.dispose();
    },
  };
}

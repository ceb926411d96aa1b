import { tourOf } from '@diorama/shared/scene/annotations.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isMeasured } from '@diorama/shared/scene/nodes/kinds.ts';
import { fetchCode } from '../fetch-code.ts';
import type { AnnotationTour, AnnotationTourOptions } from './annotation-tour.ts';

/** The annotations of a scene, which may still be on their way. */
export type Tour = {
  /** How many annotations the scene has. */
  readonly length: number;
  /**
   * Opens an annotation, from 0 on, or closes the open one; nothing for one that is not there. While annotations are on
   * their way it waits for them, and only the last call counts.
   * @returns false where there are annotations and they cannot be had.
   */
  go(index: number | null): Promise<boolean>;
  /** Opens the annotation of a node for who is led to it, where the view is now; closes the open one where there is none. */
  show(id: string | null): Promise<boolean>;
  /** Meets a visitor who can see the scene now, as it says, unless an annotation is open. */
  begin(): Promise<boolean>;
  /** Leads a visitor no further who is shown something else. */
  rest(): void;
  /** Shows the annotations of another state of the scene. */
  setDocument(document: SceneDocument): void;
  dispose(): void;
};

type ShownTour = Pick<
  AnnotationTour,
  'length' | 'open' | 'show' | 'close' | 'begin' | 'rest' | 'setDocument' | 'dispose'
>;
type TourModule = { AnnotationTour: new (options: AnnotationTourOptions) => ShownTour };

const fetchTour = (): Promise<TourModule> => fetchCode(() => import('./annotation-tour.ts'));

/** Fetches what shows annotations and measures, once the scene has any. */
export function openTour(options: AnnotationTourOptions, load = fetchTour): Tour {
  let { document } = options;
  let length = 0;
  let isClosed = false;
  let calls = 0;
  let tour: ShownTour | null = null;
  let shown: Promise<void> | null = null;
  const show = async () => {
    // A part that cannot be fetched leaves the scene as it is to look at.
    const module = await load().catch(() => null);
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

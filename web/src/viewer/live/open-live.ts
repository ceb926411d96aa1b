import { Expansion } from '@diorama/shared/scene/copies/expansion.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { fitsNode } from '@diorama/shared/scene/fits-field.ts';
import { type Fitted, fitNext } from '@diorama/shared/scene/fitting-values.ts';
import { Matrix4 } from 'three';
import type { SceneView } from '../../scene/scene-view.ts';
import type { ViewerTranslate } from '../language.ts';
import type { ShownScene } from '../open-scene.ts';
import { retryFiles } from '../retry-files.ts';
import type { Activity } from '../start-activity.ts';
import { fetchLiveScene } from './live-calls.ts';
import { LiveConnection } from './live-connection.ts';
import { PresenterView } from './presenter-view.ts';
import type { ShownDrag } from './read-drags.ts';

/** Used part of a scene's view. */
type Stage = Pick<SceneView, 'shown' | 'setPreviewTransforms'> & {
  nodes: Pick<SceneView['nodes'], 'worldMatrixOf'>;
};

/** Shows dragged nodes at their temporary positions; locked ones stay. */
export class DraggedNodes {
  readonly #view: Stage;
  /** World matrices of the nodes at the start of their drag. */
  #starts = new Map<string, Matrix4>();

  constructor(view: Stage) {
    this.#view = view;
  }

  show(drags: readonly ShownDrag[]): void {
    if (this.#starts.size > 0 && drags.some(({ ids }) => ids.some((id) => !this.#starts.has(id)))) {
      // A newly dragged node may be a descendant of a dragged one.
      this.#view.setPreviewTransforms(new Map());
    }
    const starts = new Map<string, Matrix4>();
    const worlds = new Map<string, Matrix4>();
    for (const { ids, matrix } of drags) {
      for (const id of ids) {
        const start = this.#starts.get(id) ?? this.#startOf(id);
        if (start) {
          starts.set(id, start);
          worlds.set(id, new Matrix4().multiplyMatrices(matrix, start));
        }
      }
    }
    if (worlds.size > 0 || this.#starts.size > 0) {
      this.#starts = starts;
      this.#view.setPreviewTransforms(worlds);
    }
  }

  #startOf(id: string): Matrix4 | undefined {
    const { shown, nodes } = this.#view;
    return shown?.nodes[id]?.locked === false ? nodes.worldMatrixOf(id)?.clone() : undefined;
  }
}

/** Debounce of the annotations' update, as their positions depend on the whole scene. */
const TOUR_MS = 200;

/** Shows a scene while it is edited, and follows a presenter. */
export function openLive({
  uuid,
  shown,
  t,
  onRefused,
  onDocument,
}: {
  uuid: string;
  shown: ShownScene;
  t: ViewerTranslate;
  /** Called when the link is no longer live, or is closed. */
  onRefused: () => void;
  /** Called now and then with the changed document, for its text outline. */
  onDocument?: (document: SceneDocument) => void;
}): Activity {
  const led = new PresenterView(shown, t);
  const dragged = new DraggedNodes(shown.canvas.view);
  // The scene may get its first component while it is edited.
  shown.canvas.view.setCopies(new Expansion({ fits: fitsNode }));
  shown.files.setMore(async () => (await fetchLiveScene(uuid)).assets);
  let timer: ReturnType<typeof setTimeout> | null = null;
  const showTour = () => {
    timer = null;
    const document = shown.canvas.view.shown;
    if (document) {
      shown.tour.setDocument(document);
      onDocument?.(document);
    }
  };
  let last: Fitted | null = null;
  const connection = new LiveConnection({
    uuid,
    token: async () => {
      const { token, assets } = await fetchLiveScene(uuid);
      shown.files.know(assets);
      return token;
    },
    onDocument: (edited, change) => {
      // Published documents were checked by the server.
      const document = fitNext(last, edited, change);
      last = { edited, fitting: document };
      if (shown.options) {
        shown.options.setBase(document, change);
      } else {
        shown.interactions.setDocument(document, change);
      }
      timer ??= setTimeout(showTour, TOUR_MS);
    },
    onShown: (next) => led.show(next),
    onDrags: (drags) => dragged.show(drags),
    onOver: onRefused,
  });
  const endLate = retryFiles(shown);
  return {
    dispose: () => {
      endLate();
      connection.dispose();
      dragged.show([]);
      clearTimeout(timer ?? undefined);
      shown.files.setMore(null);
      led.dispose();
    },
  };
}

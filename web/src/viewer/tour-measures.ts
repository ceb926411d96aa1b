import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isMeasured } from '@diorama/shared/scene/nodes/kinds.ts';
import { NO_OVERRIDES, type ResolvedNode, type VisibilityOverrides } from '@diorama/shared/scene/resolve.ts';
import { fetchCode } from '../fetch-code.ts';
import type { SceneCanvas } from '../scene/scene-canvas.ts';
import { languageOfPath } from './language.ts';
import type { MeasuredScene, MeasuresOverlay } from './measure/scene-measures.ts';
import { startActivity } from './start-activity.ts';

/** Measurements stored in a scene. Their code is fetched once there are any; if it fails, none is shown. */
export class TourMeasures {
  readonly #start: () => () => void;
  #end: (() => void) | null = null;
  #overlay: MeasuresOverlay | null = null;
  #scene: MeasuredScene | null = null;

  /**
   * @param host - parent of the canvas
   * @param onLost - called if the code cannot be fetched
   */
  constructor(host: HTMLElement, canvas: SceneCanvas, onLost: () => void) {
    const load = async () => {
      const { openMeasures } = await fetchCode(() => import('./measure/scene-measures.ts'));
      this.#overlay = openMeasures(host, canvas, languageOfPath(location.pathname, navigator.languages));
      this.#show(this.#scene);
      return this.#overlay;
    };
    this.#start = () => startActivity(load, onLost);
  }

  /** Shows the measurements of another version of the scene. */
  setDocument(document: SceneDocument, resolved: ReadonlyMap<string, ResolvedNode>): void {
    this.#show({ overrides: NO_OVERRIDES, ...this.#scene, document, resolved });
    if (!this.#end && Object.values(document.nodes).some(({ kind }) => isMeasured(kind))) {
      this.#end = this.#start();
    }
  }

  /** Sets visibility overrides. */
  setVisibilityOverrides(overrides: VisibilityOverrides): void {
    this.#show(this.#scene && { ...this.#scene, overrides });
  }

  dispose(): void {
    this.#end?.();
  }

  #show(scene: MeasuredScene | null): void {
    this.#scene = scene;
    if (scene) {
      this.#overlay?.show(scene);
    }
  }
}

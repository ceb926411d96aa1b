import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isMeasured } from '@diorama/shared/scene/nodes/kinds.ts';
import {
  NO_OVERRIDES,
  type ResolvedNode,
  resolveScene,
  type VisibilityOverrides,
} from '@diorama/shared/scene/resolve.ts';
import { fetchCode } from '../fetch-code.ts';
import type { SceneCanvas } from '../scene/scene-canvas.ts';
import { languageOfPath } from './language.ts';
import type { SceneMeasures } from './measure/scene-measures.ts';

/** Measurements stored in a scene. Their code is fetched once there are any; if it fails, none is shown. */
export class TourMeasures {
  readonly #host: HTMLElement;
  readonly #canvas: SceneCanvas;
  readonly #onLost: () => void;
  #shown: SceneMeasures | null = null;
  /** Whether the code was requested. */
  #isAsked = false;
  #isGone = false;
  #document: SceneDocument | null = null;
  #overrides = NO_OVERRIDES;

  /**
   * @param host - parent of the canvas
   * @param onLost - called if the code cannot be fetched
   */
  constructor(host: HTMLElement, canvas: SceneCanvas, onLost: () => void) {
    this.#host = host;
    this.#canvas = canvas;
    this.#onLost = onLost;
  }

  /** Shows the measurements of another version of the scene. */
  setDocument(document: SceneDocument, resolved: ReadonlyMap<string, ResolvedNode>): void {
    this.#document = document;
    this.#shown?.setDocument(document, resolved);
    if (!this.#isAsked && Object.values(document.nodes).some(({ kind }) => isMeasured(kind))) {
      this.#isAsked = true;
      this.#fetch();
    }
  }

  /** Sets visibility overrides. */
  setVisibilityOverrides(overrides: VisibilityOverrides): void {
    this.#overrides = overrides;
    this.#shown?.setVisibilityOverrides(overrides);
  }

  dispose(): void {
    this.#isGone = true;
    this.#shown?.dispose();
  }

  #fetch(): void {
    fetchCode(() => import('./measure/scene-measures.ts')).then(
      ({ SceneMeasures }) => {
        const document = this.#document;
        if (!this.#isGone && document) {
          const language = languageOfPath(location.pathname, navigator.languages);
          this.#shown = new SceneMeasures(this.#host, this.#canvas, language);
          this.#shown.setDocument(document, resolveScene(document));
          this.#shown.setVisibilityOverrides(this.#overrides);
        }
      },
      () => {
        if (!this.#isGone) {
          this.#onLost();
        }
      },
    );
  }
}

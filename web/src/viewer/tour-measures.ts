import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isMeasured } from '@diorama/shared/scene/nodes/kinds.ts';
import { type ResolvedNode, resolveScene } from '@diorama/shared/scene/resolve.ts';
import { PLAIN_SIGHT, type StopSight } from '@diorama/shared/scene/stop-sight.ts';
import { fetchCode } from '../fetch-code.ts';
import type { SceneCanvas } from '../scene/scene-canvas.ts';
import { languageOf } from './language.ts';
import type { KeptMeasures } from './meter/kept-measures.ts';

/** Measurements stored in a scene. Their code is fetched once there are any; if it fails, none is shown. */
export class TourMeasures {
  readonly #host: HTMLElement;
  readonly #canvas: SceneCanvas;
  #shown: KeptMeasures | null = null;
  /** Whether the code was requested. */
  #isAsked = false;
  #isGone = false;
  #document: SceneDocument | null = null;
  #sight = PLAIN_SIGHT;

  /** @param host - parent of the canvas */
  constructor(host: HTMLElement, canvas: SceneCanvas) {
    this.#host = host;
    this.#canvas = canvas;
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
  setSight(sight: StopSight): void {
    this.#sight = sight;
    this.#shown?.setSight(sight);
  }

  dispose(): void {
    this.#isGone = true;
    this.#shown?.dispose();
  }

  #fetch(): void {
    fetchCode(() => import('./meter/kept-measures.ts')).then(
      ({ KeptMeasures }) => {
        const document = this.#document;
        if (!this.#isGone && document) {
          const language = languageOf(location.pathname, navigator.languages);
          this.#shown = new KeptMeasures(this.#host, this.#canvas, language);
          this.#shown.setDocument(document, resolveScene(document));
          this.#shown.setSight(this.#sight);
        }
      },
      () => undefined,
    );
  }
}

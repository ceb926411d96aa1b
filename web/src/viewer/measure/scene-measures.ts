import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { NO_OVERRIDES, type ResolvedNode, type VisibilityOverrides } from '@diorama/shared/scene/resolve.ts';
import { isVisibleWith } from '@diorama/shared/scene/visibility-overrides.ts';
import { MeasureOverlay } from '../../scene/measure/measure-overlay.ts';
import { MAX_MEASURES } from '../../scene/measure/measured-line.ts';
import type { LengthManner } from '../../scene/measure/quantity.ts';
import { storedMeasure } from '../../scene/measure/stored-measure.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';

/** Shows visitors the measurements stored in a scene. */
export class SceneMeasures {
  readonly #canvas: SceneCanvas;
  readonly #language: LengthManner['language'];
  readonly #overlay: MeasureOverlay;
  readonly #stopFollowing: () => void;
  #document: SceneDocument | null = null;
  #resolved: ReadonlyMap<string, ResolvedNode> = new Map();
  #overrides = NO_OVERRIDES;

  /** @param host - parent of the canvas */
  constructor(host: HTMLElement, canvas: SceneCanvas, language: LengthManner['language']) {
    this.#canvas = canvas;
    this.#language = language;
    this.#overlay = new MeasureOverlay(host);
    this.#stopFollowing = canvas.onDrawn(() => this.#overlay.draw(canvas.element, canvas.project));
  }

  /** Shows the measurements of another version of the scene. */
  setDocument(document: SceneDocument, resolved: ReadonlyMap<string, ResolvedNode>): void {
    this.#document = document;
    this.#resolved = resolved;
    this.#draw();
  }

  /** Sets visibility overrides. */
  setVisibilityOverrides(overrides: VisibilityOverrides): void {
    this.#overrides = overrides;
    this.#draw();
  }

  dispose(): void {
    this.#stopFollowing();
    this.#overlay.dispose();
  }

  #draw(): void {
    const { nodes = {}, unit = 'm' } = this.#document ?? {};
    const manner = { unit, language: this.#language };
    const shown = Object.entries(nodes).flatMap(([id, node]) => {
      const resolved = this.#resolved.get(id);
      return resolved && isVisibleWith(this.#overrides, this.#resolved, id)
        ? (storedMeasure({ id, node, world: resolved.world }, manner) ?? [])
        : [];
    });
    this.#overlay.setMeasures(shown.slice(0, MAX_MEASURES));
    this.#canvas.invalidate();
  }
}

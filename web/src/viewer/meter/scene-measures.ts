import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { measuredBy } from '@diorama/shared/scene/nodes/kinds.ts';
import type { ResolvedNode } from '@diorama/shared/scene/resolve.ts';
import {
  isVisibleWith,
  NO_OVERRIDES,
  type VisibilityOverrides,
} from '@diorama/shared/scene/visibility-overrides.ts';
import { measureText } from '../../scene/measure/measure-text.ts';
import { MAX_MEASURES, pointsInScene } from '../../scene/measure/measured-line.ts';
import type { LengthManner } from '../../scene/measure/quantity.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import { createMeasureLayer, DrawnMeasure } from './drawn-measure.ts';

/** Shows visitors the measurements stored in a scene. */
export class SceneMeasures {
  readonly #canvas: SceneCanvas;
  readonly #language: LengthManner['language'];
  readonly #over = createMeasureLayer();
  readonly #stopFollowing: () => void;
  #document: SceneDocument | null = null;
  #resolved: ReadonlyMap<string, ResolvedNode> = new Map();
  #drawn: readonly DrawnMeasure[] = [];
  #overrides = NO_OVERRIDES;

  /** @param host - parent of the canvas */
  constructor(host: HTMLElement, canvas: SceneCanvas, language: LengthManner['language']) {
    this.#canvas = canvas;
    this.#language = language;
    host.append(this.#over.layer);
    this.#stopFollowing = canvas.onDrawn(() => {
      for (const drawn of this.#drawn) {
        drawn.place((point) => canvas.project(point));
      }
    });
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
    this.#over.layer.remove();
  }

  #draw(): void {
    for (const drawn of this.#drawn) {
      drawn.remove();
    }
    const { nodes = {}, unit = 'm' } = this.#document ?? {};
    const shown = Object.entries(nodes).flatMap(([id, node]) => {
      const line = measuredBy(node);
      const resolved = this.#resolved.get(id);
      return line && resolved && isVisibleWith(this.#overrides, this.#resolved, id)
        ? [{ line, name: node.name, points: pointsInScene(line, resolved.world) }]
        : [];
    });
    this.#drawn = shown.slice(0, MAX_MEASURES).map(({ line, name, points }) => {
      const value = measureText(line.mode, points, { unit, language: this.#language });
      const drawn = new DrawnMeasure(this.#over);
      drawn.set({
        mode: line.mode,
        points: points.map(({ point }) => point),
        text: line.showsName ? `${name}: ${value}` : value,
        color: line.color,
      });
      return drawn;
    });
    this.#canvas.invalidate();
  }
}

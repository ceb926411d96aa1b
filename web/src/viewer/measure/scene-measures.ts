import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { ResolvedNode, VisibilityOverrides } from '@diorama/shared/scene/resolve.ts';
import { isVisibleWith } from '@diorama/shared/scene/visibility-overrides.ts';
import { MeasureOverlay } from '../../scene/measure/measure-overlay.ts';
import { MAX_MEASURES } from '../../scene/measure/measured-line.ts';
import type { LengthManner } from '../../scene/measure/quantity.ts';
import { storedMeasure } from '../../scene/measure/stored-measure.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';

/** A version of a scene, with the visibility overrides of its visitor. */
export type MeasuredScene = {
  document: SceneDocument;
  resolved: ReadonlyMap<string, ResolvedNode>;
  overrides: VisibilityOverrides;
};

/** An overlay that shows the measurements stored in a scene. */
export type MeasuresOverlay = { show: (scene: MeasuredScene) => void; dispose: () => void };

/** Opens the overlay, drawn with each frame of a canvas. @param host - parent of the canvas */
export function openMeasures(
  host: HTMLElement,
  canvas: SceneCanvas,
  language: LengthManner['language'],
): MeasuresOverlay {
  const overlay = new MeasureOverlay(host);
  const stopFollowing = canvas.onDrawn(() => overlay.draw(canvas.element, canvas.project));
  return {
    show: ({ document: { nodes, unit }, resolved, overrides }) => {
      const shown = Object.entries(nodes).flatMap(([id, node]) => {
        const world = isVisibleWith(overrides, resolved, id) ? resolved.get(id)?.world : undefined;
        return world ? (storedMeasure({ id, node, world }, { unit, language }) ?? []) : [];
      });
      overlay.setMeasures(shown.slice(0, MAX_MEASURES));
      canvas.invalidate();
    },
    dispose: () => {
      stopFollowing();
      overlay.dispose();
    },
  };
}

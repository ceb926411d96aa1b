import type { DrawnChange } from '@diorama/shared/scene/scene-change.ts';
import type { SceneView } from '../../scene/scene-view.ts';
import { applyPreview, touchedBy } from '../kernels/scene-preview.ts';
import type { Feedback, SceneReader } from '../parts.ts';
import { watch } from '../signals.ts';

const NOTHING: DrawnChange = { nodes: new Set(), materials: new Set(), scene: false };

/** Keeps a view in sync with the document and the active preview. @returns function that stops */
export function followDocument({ scene, preview }: Feedback & SceneReader, view: SceneView): () => void {
  let tried = preview.value;
  view.setDocument(applyPreview(scene.document.value, tried));
  const show = (change: DrawnChange) => {
    const before = tried;
    tried = preview.value;
    // Redraws what the previous preview changed and what the current one changes.
    const previews = [before, tried].filter((one) => one !== null).map(touchedBy);
    view.setDocument(applyPreview(scene.document.value, tried), [change, ...previews].reduce(union));
  };
  const ends = [
    scene.onChange((_, change) => show(change)),
    watch(
      () => preview.value,
      () => show(NOTHING),
    ),
  ];
  return () => {
    for (const end of ends) {
      end();
    }
  };
}

function union(a: DrawnChange, b: DrawnChange): DrawnChange {
  return {
    nodes: new Set([...a.nodes, ...b.nodes]),
    materials: new Set([...a.materials, ...b.materials]),
    scene: a.scene || b.scene,
  };
}

import type { SceneChange } from '@diorama/shared/scene/live-document.ts';
import type { SceneView } from '../../scene/scene-view.ts';
import type { Editor } from '../editor.ts';
import { touchedBy, tryOn } from '../kernels/try-on.ts';

const NOTHING: SceneChange = { nodes: new Set(), materials: new Set(), scene: false };

/** Keeps a view in sync with the document and the active preview. @returns function that stops */
export function followDocument({ scene, trial }: Editor, view: SceneView): () => void {
  let tried = trial.get();
  view.setDocument(tryOn(scene.get(), tried));
  const show = (change: SceneChange) => {
    const before = tried;
    tried = trial.get();
    // Redraws what the previous preview changed and what the current one changes.
    const trials = [before, tried].filter((one) => one !== null).map(touchedBy);
    view.setDocument(tryOn(scene.get(), tried), [change, ...trials].reduce(union));
  };
  const ends = [scene.onChange((_, change) => show(change)), trial.subscribe(() => show(NOTHING))];
  return () => {
    for (const end of ends) {
      end();
    }
  };
}

function union(a: SceneChange, b: SceneChange): SceneChange {
  return {
    nodes: new Set([...a.nodes, ...b.nodes]),
    materials: new Set([...a.materials, ...b.materials]),
    scene: a.scene || b.scene,
  };
}

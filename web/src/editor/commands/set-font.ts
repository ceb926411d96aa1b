import { updateNode } from '@diorama/shared/scene/ops.ts';
import type { SceneWriter } from '../parts.ts';

/** Sets the font of texts. Must run within an edit. */
export function setFont({ ydoc }: SceneWriter, texts: readonly string[], font: string): void {
  for (const id of texts) {
    updateNode(ydoc, id, { props: { font } });
  }
}

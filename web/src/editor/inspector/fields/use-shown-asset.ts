import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { fileOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';

/** Some nodes, the id of the first, and the asset that they show; those that are selected together share it or show nothing. */
export function useShownAsset(ids: readonly string[]) {
  const { editor, assets } = useEditorSession();
  const scene = useStore(editor.scene);
  const known = useStore(assets);
  const chosen = ids.map((id) => scene.nodes[id]).filter((node): node is SceneNode => node !== undefined);
  const [iri, ...others] = chosen.map((node) => fileOf(node)?.asset);
  const isOne = others.every((other) => other === iri);
  const id = ids.find((one) => scene.nodes[one]) ?? '';
  return { id, nodes: chosen, asset: isOne ? known.get(iri ?? '') : undefined };
}

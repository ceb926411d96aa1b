import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { fileOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';

/** The first of some nodes, its id and the asset that it shows; those that are selected together share it or show nothing. */
export function useShownAsset(ids: readonly string[]) {
  const { editor, assets } = useEditorSession();
  const { nodes } = useStore(editor.scene);
  const known = useStore(assets);
  const chosen = ids.map((id) => nodes[id]).filter((node): node is SceneNode => node !== undefined);
  const [iri, ...others] = chosen.map((node) => fileOf(node)?.asset);
  const isOne = others.every((other) => other === iri);
  const id = ids.find((one) => nodes[one]) ?? '';
  return { id, node: chosen[0], asset: isOne ? known.get(iri ?? '') : undefined };
}

import { fileOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useNodes } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';

/** Current nodes, the id of the first, and the asset that they all show, if it is the same. */
export function useShownAsset(ids: readonly string[]) {
  const { editor, assets } = useEditorSession();
  const known = useSignalValue(assets.byIri);
  const chosen = useNodes(ids);
  const [iri, ...others] = chosen.map((node) => fileOf(node)?.asset);
  const isOne = others.every((other) => other === iri);
  const id = ids.find((one) => editor.scene.node(one)) ?? '';
  return { id, nodes: chosen, asset: isOne ? known.get(iri ?? '') : undefined };
}

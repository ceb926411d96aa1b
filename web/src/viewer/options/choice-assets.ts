import { closureIn } from '@diorama/shared/scene/copies/component-closure.ts';
import type { Choice, SceneDocument } from '@diorama/shared/scene/document.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { isDefinition } from '@diorama/shared/scene/nodes/kinds.ts';
import { filesOfNode } from '../../scene/needed-assets.ts';

const ASSET = /^\/api\/assets\//;

/** Files that a choice needs: those in its values, of materials that it assigns, and of components that it shows. */
export function assetsOfChoice(
  { nodes, materials }: Pick<SceneDocument, 'nodes' | 'materials'>,
  { values }: Pick<Choice, 'values'>,
): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const maps = ownMember(materials, value)?.maps ?? {};
      const named = [value, ...Object.values<string | null>(maps)];
      for (const iri of named.filter((one) => one !== null && ASSET.test(one))) {
        found.add(String(iri));
      }
      if (isDefinition(ownMember(nodes, value)?.kind ?? 'group')) {
        const shown = closureIn(nodes)([value], () => true).flatMap((id) => nodes[id] ?? []);
        for (const iri of shown.flatMap((node) => filesOfNode(node, materials))) {
          found.add(iri);
        }
      }
    } else if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(visit);
    }
  };
  Object.values(values).forEach(visit);
  return [...found];
}

import type { Expansion } from '@diorama/shared/scene/copies/expansion.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isCopier, isDefinition } from '@diorama/shared/scene/nodes/kinds.ts';
import { fetchCode } from '../fetch-code.ts';

/** Generates the copies of a view's documents. */
export type Copies = Pick<Expansion, 'update'>;

/** Fetches the code that generates copies for a document that has any; null for others. */
export async function openCopies({ nodes }: SceneDocument): Promise<Copies | null> {
  if (!Object.values(nodes).some(({ kind }) => isCopier(kind) || isDefinition(kind))) {
    return null;
  }
  const module = await fetchCode(() => import('@diorama/shared/scene/copies/expansion.ts'));
  return new module.Expansion();
}

import { estimateArCost, type FileFacts, weighedFiles } from '@diorama/shared/domain/ar-estimate.ts';
import type { ArCost } from '@diorama/shared/domain/ar-readiness.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { useMemo } from 'react';
import useSWR from 'swr';
import { useApi } from '../../api/provider.tsx';
import { fileFactsOf } from '../../scene/file-facts.ts';
import { madeCostOf } from './made-cost.ts';
import type { Share } from './share-modal.tsx';

/**
 * What a scene costs in AR: as it was made for it, else about, from what is known of its files.
 * @param document - `undefined` until it is known, as the answer is
 */
export function useArCost(
  { scene, output }: Pick<Share, 'scene' | 'output'>,
  document: SceneDocument | undefined,
): { cost: ArCost; isAbout: boolean } | undefined {
  const { client } = useApi();
  const made = madeCostOf(scene, output);
  const isWanted = made === null && document !== undefined;
  const files = useMemo(() => (isWanted ? weighedFiles(document) : []), [isWanted, document]);
  const { data: facts } = useSWR(isWanted ? ['file-facts', ...files] : null, async () => {
    const factsOf = async (iri: string) =>
      fileFactsOf(await client.call('getAsset', { params: { id: iri } }));
    // One that is gone is not in AR either.
    const known = await Promise.allSettled(files.map(async (iri) => [iri, await factsOf(iri)] as const));
    return new Map<string, FileFacts>(
      known.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])),
    );
  });
  const about = useMemo(
    () => (document && facts ? estimateArCost(document, (iri) => facts.get(iri)) : null),
    [document, facts],
  );
  if (made) {
    return { cost: made, isAbout: false };
  }
  return about ? { cost: about, isAbout: true } : undefined;
}

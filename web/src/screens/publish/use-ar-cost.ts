import { estimateArCost, weighedFiles } from '@diorama/shared/domain/ar-estimate.ts';
import type { ArCost } from '@diorama/shared/domain/ar-readiness.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { useMemo } from 'react';
import useSWR from 'swr';
import { useApi } from '../../api/provider.tsx';
import { madeCostOf } from './made-cost.ts';
import { readFacts } from './read-facts.ts';
import type { Share } from './share-modal.tsx';

/** What a scene costs in AR, `undefined` until that is known; why it cannot be, and what tries again. */
type KnownCost = { known: { cost: ArCost; isAbout: boolean } | undefined; error: unknown; retry: () => void };

/**
 * What a scene costs in AR: as it was made for it, else about, from what is known of its files.
 * @param document - `undefined` until it is known
 */
export function useArCost(
  { scene, output }: Pick<Share, 'scene' | 'output'>,
  document: SceneDocument | undefined,
): KnownCost {
  const { client } = useApi();
  const made = madeCostOf(scene, output);
  const isWanted = made === null && document !== undefined;
  const files = useMemo(() => (isWanted ? weighedFiles(document) : []), [isWanted, document]);
  const answer = useSWR(isWanted ? ['file-facts', ...files] : null, () =>
    readFacts(files, (id) => client.call('getAsset', { params: { id } })),
  );
  const { data: facts, error } = answer;
  const about = useMemo(
    () => (document && facts ? estimateArCost(document, (iri) => facts.get(iri)) : null),
    [document, facts],
  );
  const estimated = about ? { cost: about, isAbout: true } : undefined;
  return {
    known: made ? { cost: made, isAbout: false } : estimated,
    error,
    retry: () => {
      // A failed attempt is kept as the hook's error.
      answer.mutate().catch(() => undefined);
    },
  };
}

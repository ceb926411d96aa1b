import { estimateArCost, weighedFiles } from '@diorama/shared/domain/ar-estimate.ts';
import type { ArCost } from '@diorama/shared/domain/ar-readiness.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { useMemo } from 'react';
import useSWR from 'swr';
import { useApi } from '../../api/provider.tsx';
import { outputCostOf } from './output-cost.ts';
import { readFacts } from './read-facts.ts';
import type { Share } from './share-modal.tsx';

/** AR cost of a scene, `undefined` while loading; with the error and a retry. */
type KnownCost = { known: { cost: ArCost; isAbout: boolean } | undefined; error: unknown; retry: () => void };

/**
 * AR cost of a scene: measured from its output, else estimated from its files.
 * @param document - `undefined` while loading
 */
export function useArCost(
  { scene, output }: Pick<Share, 'scene' | 'output'>,
  document: SceneDocument | undefined,
): KnownCost {
  const { client } = useApi();
  const made = outputCostOf(scene, output);
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
      // A failed try is stored as the hook's error.
      answer.mutate().catch(() => undefined);
    },
  };
}

import type { Asset } from '@diorama/shared/contract/assets.ts';
import { estimateArCost } from '@diorama/shared/domain/ar-estimate.ts';
import { type ArReadiness, judgeArReadiness } from '@diorama/shared/domain/ar-readiness.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { fileFactsOf } from '../../scene/file-facts.ts';

/** Expected AR performance on phones, as in the share dialog before an export. */
export function arVerdictOf(
  scene: SceneDocument,
  known: ReadonlyMap<string, Asset>,
): ArReadiness['verdict'] | 'empty' {
  const cost = estimateArCost(scene, (iri) => {
    const asset = known.get(iri);
    return asset && fileFactsOf(asset);
  });
  const { burdens, verdict } = judgeArReadiness(scene, cost);
  return burdens[0]?.burden === 'empty' ? 'empty' : verdict;
}

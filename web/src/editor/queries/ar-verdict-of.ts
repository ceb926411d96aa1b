import type { Asset } from '@diorama/shared/contract/assets.ts';
import { estimateArCost } from '@diorama/shared/domain/ar-estimate.ts';
import { type ArReadiness, evaluateArReadiness } from '@diorama/shared/domain/ar-readiness.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { fileStatsOf } from '../../scene/file-stats.ts';

/** Expected AR performance on phones, as in the share dialog before an export. */
export function arVerdictOf(
  scene: SceneDocument,
  known: ReadonlyMap<string, Asset>,
): ArReadiness['verdict'] | 'empty' {
  const cost = estimateArCost(scene, (iri) => {
    const asset = known.get(iri);
    return asset && fileStatsOf(asset);
  });
  const { burdens, verdict } = evaluateArReadiness(scene, cost);
  return burdens[0]?.burden === 'empty' ? 'empty' : verdict;
}

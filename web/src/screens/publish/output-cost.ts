import type { SceneOutput } from '@diorama/shared/contract/assets.ts';
import type { Composition } from '@diorama/shared/contract/compositions.ts';
import type { ArCost } from '@diorama/shared/domain/ar-readiness.ts';

/** Measured AR cost of the current output; null if the scene has changed since, or has no output. */
export function outputCostOf(
  scene: Pick<Composition, 'inSyncWithScene'>,
  output: Pick<SceneOutput, 'status' | 'stats' | 'bytes'> | null,
): ArCost | null {
  if (!scene.inSyncWithScene || output?.status !== 'completed') {
    return null;
  }
  const { stats, bytes } = output;
  return stats && bytes.usdz !== null
    ? {
        triangles: stats.triangles,
        drawCalls: stats.drawCalls,
        textures: stats.textures,
        bytes: bytes.usdz,
      }
    : null;
}

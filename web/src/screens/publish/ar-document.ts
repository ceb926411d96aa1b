import type { LostInFiles } from '@diorama/shared/domain/ar-readiness.ts';
import { expandDocument } from '@diorama/shared/scene/copies/expansion.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { onlyFitting } from '@diorama/shared/scene/fitting-values.ts';
import { fileMovements } from '@diorama/shared/scene/interactions/file-movements.ts';
import { withDefaultChoices } from '@diorama/shared/scene/options/options.ts';
import { variantChoices } from '@diorama/shared/scene/options/variant-choices.ts';

/** A scene as its files for AR show it: with the default choices and generated nodes, and what these files lack. */
export function arDocumentOf(stored: SceneDocument): { document: SceneDocument; lost: LostInFiles[] } {
  const fitting = onlyFitting(stored);
  const shown = withDefaultChoices(fitting);
  const { document, isLimited } = expandDocument(shown);
  const isLost: Record<LostInFiles, boolean> = {
    options: variantChoices(fitting) === null,
    copies: isLimited,
    movements: fileMovements(shown, document).isLimited,
  };
  return { document, lost: (['options', 'copies', 'movements'] as const).filter((one) => isLost[one]) };
}

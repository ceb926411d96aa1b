import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { emptyReport } from '../import/report.ts';

const NO_PICTURE = importMessage('changed.no-thumbnail');

/** Adds or removes the warning about a missing thumbnail in a model's import report. */
export function noteMissingThumbnail(report: ImportReport | null, isDrawn: boolean): ImportReport {
  const known = report ?? emptyReport();
  const others = known.warnings.filter(({ code }) => code !== NO_PICTURE.code);
  return { ...known, warnings: isDrawn ? others : [...others, NO_PICTURE] };
}

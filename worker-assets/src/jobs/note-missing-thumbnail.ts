import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { emptyReport } from '../import/report.ts';

const NO_PICTURE = 'No picture could be drawn of the model; it can be used all the same.';

/** Adds or removes the warning about a missing thumbnail in a model's import report. */
export function noteMissingThumbnail(report: ImportReport | null, isDrawn: boolean): ImportReport {
  const known = report ?? emptyReport();
  const others = known.warnings.filter((warning) => warning !== NO_PICTURE);
  return { ...known, warnings: isDrawn ? others : [...others, NO_PICTURE] };
}

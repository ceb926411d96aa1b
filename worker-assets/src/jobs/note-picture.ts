import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { emptyReport } from '../import/report.ts';

const NO_PICTURE = 'No picture could be drawn of the model; it can be used all the same.';

/** The report of a model's import, with a note where the model has no picture. */
export function notePicture(report: ImportReport | null, isDrawn: boolean): ImportReport {
  const known = report ?? emptyReport();
  const others = known.warnings.filter((warning) => warning !== NO_PICTURE);
  return { ...known, warnings: isDrawn ? others : [...others, NO_PICTURE] };
}

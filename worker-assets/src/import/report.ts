import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';

/** Limit of lines per kind, because users read the report. */
const MAX_LINES = 100;

/** A report with nothing in it. */
export function emptyReport(): ImportReport {
  return { converted: [], resized: [], merged: [], dropped: [], missing: [], warnings: [] };
}

/** Merges two reports without duplicate lines. */
export function mergeReports(a: ImportReport, b: Partial<ImportReport>): ImportReport {
  const merge = (key: Exclude<keyof ImportReport, 'missing'>) => unique([...a[key], ...(b[key] ?? [])]);
  return {
    converted: merge('converted'),
    resized: merge('resized'),
    merged: merge('merged'),
    dropped: merge('dropped'),
    missing: unique([...a.missing, ...(b.missing ?? [])]),
    warnings: merge('warnings'),
  };
}

/** The first lines without duplicates. */
function unique<Line>(lines: readonly Line[]): Line[] {
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()].slice(0, MAX_LINES);
}

/** Size of a picture in pixels. */
export type Size = { width: number; height: number };

/** Reports that a picture was scaled down. */
export function noteSize(report: ImportReport, came: Size, shown: Size): void {
  if (shown.width < came.width) {
    report.resized.push(
      importMessage('changed.size', {
        before: `${came.width} × ${came.height}`,
        after: `${shown.width} × ${shown.height}`,
      }),
    );
  }
}

import type { ImportReport } from '@diorama/shared/contract/assets.ts';

/** Maximum of lines per kind, as users read the report. */
const MAX_LINES = 100;

/** A report with nothing in it. */
export function emptyReport(): ImportReport {
  return { converted: [], resized: [], merged: [], dropped: [], missing: [], warnings: [] };
}

/** One report of two, each line once. */
export function mergeReports(a: ImportReport, b: Partial<ImportReport>): ImportReport {
  const merge = (key: keyof ImportReport) => [...new Set([...a[key], ...(b[key] ?? [])])].slice(0, MAX_LINES);
  return {
    converted: merge('converted'),
    resized: merge('resized'),
    merged: merge('merged'),
    dropped: merge('dropped'),
    missing: merge('missing'),
    warnings: merge('warnings'),
  };
}

/** A picture's, in pixels. */
export type Size = { width: number; height: number };

/** Reports that a picture was scaled down, if it was. */
export function noteSize(report: ImportReport, came: Size, shown: Size): void {
  if (shown.width < came.width) {
    report.resized.push(`From ${came.width} × ${came.height} pixels to ${shown.width} × ${shown.height}`);
  }
}

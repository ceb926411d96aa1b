import { describe, expect, it } from 'vitest';
import { summaryOf } from './import-summary.ts';
import type { ImportItem, ImportPhase } from './model/import-item.ts';

const uploading = (share: number, hold: 'paused' | null = null): ImportPhase => ({
  kind: 'uploading',
  share,
  throughput: null,
  hold,
  canPause: true,
});
const READY: ImportPhase = { kind: 'ready', report: null, question: null };
const FAILED: ImportPhase = { kind: 'failed', reason: null, canRetry: true, lacksFiles: false };
const items = (...phases: ImportPhase[]): ImportItem[] =>
  phases.map((phase, at) => ({ nodeId: `${at}`, name: `Model ${at}`, phase, isOwn: true, isKept: false }));

describe('the summary of several imports', () => {
  it('averages the progress of uploads, queued, converting and finished imports, without failed ones', () => {
    const all = items(
      uploading(0.5),
      { kind: 'queued', position: 3, etaSeconds: 12 },
      { kind: 'converting', share: 0.5 },
      READY,
      FAILED,
      { kind: 'interrupted' },
    );
    expect(summaryOf(all)).toEqual({
      count: 6,
      share: (0.25 + 0.5 + 0.75 + 1) / 4,
      isPaused: false,
      ready: 1,
      failed: 1,
      interrupted: 1,
    });
  });

  it('never decreases while an import proceeds', () => {
    const steps = [
      uploading(0),
      uploading(1),
      { kind: 'queued', position: 1, etaSeconds: 4 } as const,
      READY,
    ];
    const shares = steps.map((phase) => summaryOf(items(phase, uploading(0.3))).share ?? 0);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('is paused when all remaining uploads are paused, and has no share when none remain', () => {
    expect(summaryOf(items(uploading(0.2, 'paused'), READY)).isPaused).toBe(true);
    expect(summaryOf(items(uploading(0.2, 'paused'), uploading(0.2))).isPaused).toBe(false);
    expect(summaryOf(items(READY, FAILED))).toMatchObject({ share: null, isPaused: false });
  });
});

import { type ImportItem, type ImportPhase, isUnderway } from './model/import-item.ts';

/**
 * Summary of imports. `share` is the progress of upload and conversion from 0 to 1, or null without running
 * imports.
 */
export type ImportSummary = {
  count: number;
  share: number | null;
  /** Whether all running imports are paused. */
  isPaused: boolean;
  ready: number;
  failed: number;
  interrupted: number;
};

/** Progress after the upload; the conversion is the second half. */
const SENT = 0.5;

export function summaryOf(items: readonly ImportItem[]): ImportSummary {
  const phases = items.map(({ phase }) => phase);
  const of = (kind: ImportPhase['kind']) => phases.filter((phase) => phase.kind === kind).length;
  const underway = phases.filter((phase) => isUnderway(phase) || phase.kind === 'arriving');
  const counted = [...underway, ...phases.filter(({ kind }) => kind === 'ready')];
  const done = counted.reduce((sum, phase) => sum + doneOf(phase), 0);
  return {
    count: items.length,
    share: underway.length > 0 ? done / counted.length : null,
    isPaused: underway.length > 0 && underway.every(isHeld),
    ready: of('ready'),
    failed: of('failed'),
    interrupted: of('interrupted'),
  };
}

function doneOf(phase: ImportPhase): number {
  switch (phase.kind) {
    case 'uploading':
    case 'arriving':
      return phase.share * SENT;
    case 'queued':
      return SENT;
    case 'converting':
    case 'optimising':
      return SENT + phase.share * (1 - SENT);
    case 'ready':
      return 1;
    default:
      return 0;
  }
}

function isHeld(phase: ImportPhase): boolean {
  return phase.kind === 'uploading' ? phase.hold === 'paused' : phase.kind === 'arriving' && phase.isHeld;
}

import { type ImportItem, type ImportPhase, isUnderway } from '../managers/import-item.ts';

/** Many imports as one: `share` of what is sent and converted, 0 to 1, null where nothing is on its way. */
export type ImportSummary = {
  count: number;
  share: number | null;
  /** Whether everything that is on its way stands still. */
  isPaused: boolean;
  ready: number;
  failed: number;
  interrupted: number;
};

/** Sending is the first half of an import, converting the second. */
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

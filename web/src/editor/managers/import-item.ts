import type { Asset, ImportReport } from '@diorama/shared/contract/assets.ts';
import { IMPORT_PROGRESS } from '@diorama/shared/domain/import-progress.ts';
import type { AskedSize } from './import-places.ts';
import type { UploadPhase } from './import-uploads.ts';

/**
 * How far an import is. `share` is 0 to 1, and `position` 1 for whoever is next. `arriving` is what somebody else sends, and
 * `awaited` what nobody sends at the moment: whoever has the file may give it. `withheld` is what has arrived while this page
 * may write nothing, and is given to its node once it may.
 */
export type ImportPhase =
  | UploadPhase
  | { kind: 'arriving'; share: number; isHeld: boolean; person: string }
  | { kind: 'awaited' }
  | { kind: 'withheld' }
  | { kind: 'queued'; position: number | null; etaSeconds: number | null }
  | { kind: 'converting' | 'optimising'; share: number }
  | { kind: 'ready'; report: ImportReport | null; question: AskedSize | null };

/** One model on its way into the scene; `isKept` where it had a file before, which it keeps when this one is stopped. */
export type ImportItem = {
  nodeId: string;
  name: string;
  phase: ImportPhase;
  isOwn: boolean;
  isKept: boolean;
};

/** Whether further files, or another one, would help an import on. */
export function needsFiles({ phase }: ImportItem): boolean {
  switch (phase.kind) {
    case 'awaited':
    case 'interrupted':
    case 'failed':
      return true;
    case 'ready':
      return (phase.report?.missing.length ?? 0) > 0;
    default:
      return false;
  }
}

/** Whether what came is of no use, so that only another file in its place helps. */
export function isSpoilt({ kind, ...phase }: ImportPhase): boolean {
  return kind === 'failed' && 'lacksFiles' in phase && !phase.lacksFiles;
}

const UNDERWAY: ReadonlySet<ImportPhase['kind']> = new Set([
  'packing',
  'uploading',
  'queued',
  'converting',
  'optimising',
]);

/** Whether an import is being sent or converted. */
export function isUnderway({ kind }: ImportPhase): boolean {
  return UNDERWAY.has(kind);
}

/** Whether what came to nothing may do when it is tried again as it is. */
export function canRetry({ phase }: ImportItem): boolean {
  return phase.kind === 'failed' && phase.canRetry;
}

/** Whether an import has come to nothing, until more files are given to it. */
export function isStopped({ phase }: ImportItem): boolean {
  return phase.kind === 'failed' || phase.kind === 'interrupted';
}

/** What the server says of geometry that lies in files which were not sent along. */
const FILES_MISSING = 'import.files-missing';
/** What it says of an import that may do another time: the file is not to blame, or took too long or too much. */
const UNFINISHED = 'import.unfinished';

/** What is told of a file that the server has; null while that is not known. */
export function phaseOfAsset(asset: Asset | undefined, question: AskedSize | null): ImportPhase | null {
  switch (asset?.status) {
    case 'uploaded':
      return { kind: 'queued', position: asset.position, etaSeconds: asset.etaSeconds };
    case 'processing':
      return {
        kind: asset.progress < IMPORT_PROGRESS.read ? 'converting' : 'optimising',
        share: asset.progress / 100,
      };
    case 'failed':
      return failedPhase(asset);
    case 'ready':
      return { kind: 'ready', report: asset.report, question };
    default:
      return null;
  }
}

/** What is told of a file that the server could make nothing of. */
function failedPhase({ error, originalUrl }: Asset): ImportPhase {
  const lacksFiles = error?.code === FILES_MISSING;
  const canRetry = error?.code === UNFINISHED && originalUrl !== null;
  return { kind: 'failed', reason: error?.message ?? null, canRetry, lacksFiles };
}

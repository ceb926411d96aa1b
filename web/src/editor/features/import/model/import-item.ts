import type { Asset, ImportReport } from '@diorama/shared/contract/assets.ts';
import { IMPORT_PROGRESS } from '@diorama/shared/domain/import-queue.ts';
import type { AskedSize } from './import-places.ts';
import type { ImportUploadPhase } from './import-uploads.ts';

/**
 * Progress of an import. `share` is 0 to 1; `position` 1 is next in the queue. `arriving` is an upload of
 * another user. `awaited` has no running upload, and any user with the file can supply it. `withheld` has
 * arrived while the scene was read-only, and is assigned once it can be edited.
 */
export type ImportPhase =
  | ImportUploadPhase
  | { kind: 'arriving'; share: number; isHeld: boolean; person: string }
  | { kind: 'awaited' }
  | { kind: 'withheld' }
  | { kind: 'queued'; position: number | null; etaSeconds: number | null }
  | { kind: 'converting' | 'optimising'; share: number }
  | { kind: 'ready'; report: ImportReport | null; question: AskedSize | null };

/** Import of one model; `isKept` if the node already had a file, which stays if the import is stopped. */
export type ImportItem = {
  nodeId: string;
  name: string;
  phase: ImportPhase;
  isOwn: boolean;
  isKept: boolean;
};

/** Whether additional or replacement files would help an import. */
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

/** Whether the file is unusable, so that only another file helps. */
export function hasFailed({ kind, ...phase }: ImportPhase): boolean {
  return kind === 'failed' && 'lacksFiles' in phase && !phase.lacksFiles;
}

const UNDERWAY: ReadonlySet<ImportPhase['kind']> = new Set([
  'packing',
  'uploading',
  'queued',
  'converting',
  'optimising',
]);

/** Whether an import is being uploaded or converted. */
export function isUnderway({ kind }: ImportPhase): boolean {
  return UNDERWAY.has(kind);
}

/** Whether a failed import may succeed when it is retried unchanged. */
export function canRetryImport({ phase }: ImportItem): boolean {
  return phase.kind === 'failed' && phase.canRetry;
}

/** Whether an import has stopped until the user supplies files. */
export function isStopped({ phase }: ImportItem): boolean {
  return phase.kind === 'failed' || phase.kind === 'interrupted';
}

/** Server error code for missing side files with geometry. */
const FILES_MISSING = 'import.files-missing';
/** Server error code for an import that may succeed later: an internal error, or a time or memory limit. */
const UNFINISHED = 'import.unfinished';

/** Phase of an import by its asset on the server; null while unknown. */
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

/** Phase of an asset that the server could not convert. */
function failedPhase({ error, originalUrl }: Asset): ImportPhase {
  const lacksFiles = error?.code === FILES_MISSING;
  const canRetry = error?.code === UNFINISHED && originalUrl !== null;
  return { kind: 'failed', reason: error?.message ?? null, canRetry, lacksFiles };
}

import { CodedError } from '@diorama/shared/contract/errors.ts';
import { MAX_TAGS } from '@diorama/shared/contract/tags.ts';
import type { ArchiveManifest } from '@diorama/shared/contract/workspace-archive.ts';
import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { MB } from '@diorama/shared/plans.ts';
import { countComponentBytes } from '@diorama/shared/server/assets/library-versions.queries.ts';
import { type JobContext, type JobHandler, JobPostponedError } from '@diorama/shared/server/jobs/worker.ts';
import { listTags } from '@diorama/shared/server/scenes/tags.queries.ts';
import { isOverflown } from '@diorama/shared/server/storage/capacity.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import {
  findRoom,
  isConverting,
  listNewContents,
  placeComponentItem,
  placeScene,
} from '@diorama/shared/server/workspaces/import-rows.queries.ts';
import {
  advanceImport,
  endImport,
  findImport,
  type ImportRow,
} from '@diorama/shared/server/workspaces/imports.ts';
import { ImportError } from '../import/import-error.ts';
import { ArchiveReader, failure } from '../workspace-import/archive-reader.ts';
import { type CheckedArchive, checkArchive, readArchiveManifest } from '../workspace-import/check-archive.ts';
import { importContents } from '../workspace-import/import-contents.ts';
import { importFiles, type Target } from '../workspace-import/import-files.ts';
import type { JobDeps } from './deps.ts';

/** Pause between looks at files that are being converted, and the time after which scenes are added without them. */
const CONVERTING = { everyMs: 3_000, atMostMs: 60 * 60_000 } as const;
/** Progress is written once per step of this many per cent. */
const PROGRESS_STEP = 2;

type Deps = Pick<JobDeps, 'db' | 'store' | 'publicUrl' | 'tmpDir'>;

/**
 * Imports the archive of a workspace in three stages. Everything is validated before anything is written. Then
 * files are added and converted like uploads. Scenes follow once their files are ready, so that their pictures
 * show them. A run after a kill continues, as each step recognises existing content.
 * @throws JobPostponedError while files are being converted.
 */
export function workspaceImport(deps: Deps): JobHandler<'workspace.import'> {
  const { db, store } = deps;
  return async ({ importId }, context) => {
    const row = await findImport(db, importId);
    if (row === null || row.key === null) {
      return { scenes: 0 };
    }
    if (row.status === 'scenes' && (await mustWait(deps, row))) {
      throw new JobPostponedError(CONVERTING.everyMs);
    }
    const outcome = await runStages(deps, { ...row, key: row.key }, context);
    const key = await context.commit(db, (trx) => endImport(trx, importId, outcome));
    if (key !== null) {
      // A kill before this leaves the archive to the sweep.
      await store.delete(key);
    }
    return { scenes: 'report' in outcome ? outcome.scenes : 0 };
  };
}

type Outcome = { report: ImportMessage[]; scenes: number } | { error: ImportMessage };

async function runStages(
  deps: Deps,
  row: ImportRow & { key: string },
  context: JobContext,
): Promise<Outcome> {
  const { db } = deps;
  try {
    const target = await findTarget(deps, row);
    const archive = await ArchiveReader.open(deps.store, row);
    try {
      const withFiles = row.status !== 'scenes';
      const stage = withFiles ? 'checking' : 'scenes';
      if (row.started_at === null) {
        await assertRoomForRows(deps, target.accountId, await readArchiveManifest(archive));
      }
      const checked = await checkArchive(archive, {
        withFiles,
        onProgress: progressOf(deps, row.id, stage, context),
      });
      if (row.started_at === null) {
        await assertRoomForBytes(deps, target.accountId, checked);
      }
      if (withFiles) {
        await advanceImport(db, row.id, { status: 'files', progress: 0 });
        const onProgress = progressOf(deps, row.id, 'files', context);
        await importFiles(deps, archive, { assets: checked.assets, target, onProgress });
        await advanceImport(db, row.id, { status: 'scenes', progress: 0 });
        throw new JobPostponedError(0);
      }
      const onProgress = progressOf(deps, row.id, 'scenes', context);
      return await importContents(deps, archive, { checked, target, onProgress });
    } finally {
      archive.close();
    }
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) {
      throw error;
    }
    return { error: reason };
  }
}

/** The workspace and its owner. @throws ImportError when the importing user does not own it any more. */
async function findTarget(
  { db }: Deps,
  { id, account_id: accountId, user_id: userId }: ImportRow,
): Promise<Target> {
  const facts = await findAccountFacts(db, accountId, userId);
  const user = await db('users').where({ id: userId, deleted_at: null }).first('email');
  if (facts?.role !== 'owner' || !facts.isActive || !user) {
    throw failure(importMessage('workspace.paused'));
  }
  return { importId: id, accountId, user: { id: userId, email: user.email } };
}

/**
 * Checks the plan before the documents of an archive are read, which can take hours.
 * @throws ImportError for an archive with more scenes or tags than fit
 */
async function assertRoomForRows({ db }: Deps, accountId: string, manifest: ArchiveManifest): Promise<void> {
  if (await isOverflown(db, accountId)) {
    throw failure(importMessage('workspace.paused'));
  }
  const room = await findRoom(db, accountId);
  const scenes = await countNewScenes({ db }, accountId, manifest);
  if (scenes > room.scenes) {
    throw failure(importMessage('workspace.no-room-scenes', { count: scenes, room: room.scenes }));
  }
  const known = new Set((await listTags(db, accountId)).map(({ name }) => name.toLowerCase()));
  const added = manifest.tags.filter(({ name }) => !known.has(name.toLowerCase()));
  const count = known.size + added.length;
  if (count > MAX_TAGS) {
    throw failure(importMessage('workspace.no-room-tags', { count, limit: MAX_TAGS }));
  }
}

/** Checks the plan before anything is written. @throws ImportError for an archive with more bytes than fit */
async function assertRoomForBytes(
  { db }: Deps,
  accountId: string,
  { assets, componentBytes }: CheckedArchive,
): Promise<void> {
  const room = await findRoom(db, accountId);
  const contents = await listNewContents(db, accountId, assets);
  const files = [...contents.values()].reduce((sum, size) => sum + size, 0);
  const components = await countNewComponents({ db }, accountId, componentBytes);
  // Components count only where some are added, as at a save.
  const stored = components === 0 ? 0 : await countComponentBytes(db, accountId);
  const [bytes, roomBytes] = [files + components, Math.max(0, room.bytes - stored)];
  if (bytes > roomBytes) {
    const [size, left] = [Math.ceil(bytes / MB), Math.floor(roomBytes / MB)];
    throw failure(importMessage('workspace.no-room-storage', { size, room: left }));
  }
}

async function countNewScenes(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { scenes }: ArchiveManifest,
): Promise<number> {
  let count = 0;
  for (const { id } of scenes) {
    count += (await placeScene(db, accountId, id)).isHere ? 0 : 1;
  }
  return count;
}

/** Bytes of the components that the workspace does not have yet. */
async function countNewComponents(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  components: ReadonlyMap<string, number>,
): Promise<number> {
  let bytes = 0;
  for (const [id, size] of components) {
    bytes += (await placeComponentItem(db, accountId, id)).isHere ? 0 : size;
  }
  return bytes;
}

async function mustWait(
  { db }: Deps,
  { account_id: accountId, started_at: startedAt }: ImportRow,
): Promise<boolean> {
  return (
    startedAt !== null &&
    Date.now() - new Date(startedAt).getTime() < CONVERTING.atMostMs &&
    (await isConverting(db, accountId, startedAt))
  );
}

/** Writes the progress of a stage in steps, and ends a run whose time is over. */
function progressOf({ db }: Deps, id: string, status: 'checking' | 'files' | 'scenes', context: JobContext) {
  let written = -PROGRESS_STEP;
  return async (percent: number) => {
    context.signal.throwIfAborted();
    if (percent >= written + PROGRESS_STEP) {
      written = Math.floor(percent);
      await advanceImport(db, id, { status, progress: written });
    }
  };
}

/** The reason that the user sees; null for faults of the installation, after which the job is tried again. */
function reasonOf(error: unknown): ImportMessage | null {
  if (error instanceof ImportError) {
    return error.reason;
  }
  return error instanceof CodedError && error.status < 500 ? importMessage('workspace.room-taken') : null;
}

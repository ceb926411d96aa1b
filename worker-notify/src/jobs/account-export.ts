import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { MAX_ARCHIVE_BYTES } from '@diorama/shared/domain/workspace-archives.ts';
import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { zipStream } from '@diorama/shared/server/objects/zip-stream.ts';
import {
  estimateExport,
  findOpenExport,
  finishExport,
  recordExportProgress,
} from '@diorama/shared/server/people/exports.queries.ts';
import { findMailbox } from '@diorama/shared/server/people/mailboxes.ts';
import { randomToken } from '@diorama/shared/server/runtime/ids.ts';
import { personArchive } from '../archive/person-archive.ts';
import { workspaceArchive } from '../archive/workspace-archive.ts';

/** Progress is written once per step of this many per cent. */
const PROGRESS_STEP = 2;

type Deps = { db: Knex; store: ObjectStore; publicUrl: string };
type OpenExport = NonNullable<Awaited<ReturnType<typeof findOpenExport>>>;

/**
 * Exports the data of a user, or a workspace, to one archive and mails its link. A second run writes the same
 * archive again.
 */
export function accountExport(deps: Deps): JobHandler<'account.export'> {
  const { db, store } = deps;
  return async ({ exportId }, context) => {
    const pending = await findOpenExport(db, exportId);
    if (pending === null) {
      return { bytes: 0 };
    }
    const key = `exports/${exportId}.zip`;
    const archive = addAbortSignal(context.signal, zipStream(entriesOf(deps, exportId, pending)));
    const expectedSize = await estimateExport(db, pending);
    const { size } = await store.put(key, archive, { contentType: 'application/zip', expectedSize });
    const token = randomToken(256);
    await context.commit(db, async (trx) => {
      const tokenHash = createHash('sha256').update(token).digest();
      await finishExport(trx, { id: exportId, key, size, tokenHash });
      await mailLink(trx, pending, { size, url: `${deps.publicUrl}/api/exports/${token}` });
    });
    return { bytes: size };
  };
}

function entriesOf(deps: Deps, exportId: string, { userId, accountId }: OpenExport) {
  if (accountId === null) {
    return personArchive(deps, userId);
  }
  let written = 0;
  const onProgress = async (percent: number) => {
    if (percent >= written + PROGRESS_STEP) {
      written = Math.floor(percent);
      await recordExportProgress(deps.db, exportId, written);
    }
  };
  return workspaceArchive({ ...deps, onProgress }, accountId);
}

async function mailLink(
  trx: Knex,
  { userId, workspace }: OpenExport,
  { size, url }: { size: number; url: string },
): Promise<void> {
  const mailbox = await findMailbox(trx, { id: userId });
  if (!mailbox) {
    return;
  }
  const { email: to, locale, name, isConfirmed } = mailbox;
  const language = chooseLanguage([locale]);
  const props = { name, size: formatBytes(language, size), url };
  await (workspace === null
    ? requestEmail(trx, { to, template: 'export-ready', locale, props })
    : requestEmail(trx, {
        to,
        template: 'workspace-export-ready',
        locale,
        props: {
          ...props,
          workspace: isConfirmed ? workspace : null,
          importLimit: size > MAX_ARCHIVE_BYTES ? formatBytes(language, MAX_ARCHIVE_BYTES) : null,
        },
      }));
}

import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { findOpenExport, finishExport } from '@diorama/shared/server/people/exports.queries.ts';
import { findMailbox } from '@diorama/shared/server/people/mailboxes.ts';
import { randomToken } from '@diorama/shared/server/runtime/ids.ts';
import { personArchive } from '../archive/person-archive.ts';
import { zipStream } from '../archive/zip-stream.ts';

/** Exports a user's data to one archive and mails its link. A second run writes the same archive again. */
export function accountExport(deps: { db: Knex; store: ObjectStore; publicUrl: string }) {
  const { db, store, publicUrl } = deps;
  return async (
    { exportId }: PayloadOf<'account.export'>,
    context: JobContext,
  ): Promise<ResultOf<'account.export'>> => {
    const wish = await findOpenExport(db, exportId);
    if (wish === null) {
      return { bytes: 0 };
    }
    const key = `exports/${exportId}.zip`;
    const archive = addAbortSignal(context.signal, zipStream(personArchive(deps, wish.userId)));
    const { size } = await store.put(key, archive, { contentType: 'application/zip' });
    const token = randomToken(256);
    await db.transaction(async (trx) => {
      const tokenHash = createHash('sha256').update(token).digest();
      await finishExport(trx, { id: exportId, key, size, tokenHash });
      const mailbox = await findMailbox(trx, { id: wish.userId });
      if (mailbox) {
        const { email: to, locale, name } = mailbox;
        const words = { name, size: formatBytes(chooseLanguage([locale]), size) };
        const props = { ...words, url: `${publicUrl}/api/exports/${token}` };
        await requestEmail(trx, { to, template: 'export-ready', locale, props });
      }
      await context.complete(trx);
    });
    return { bytes: size };
  };
}

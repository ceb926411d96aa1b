import { CodedError } from '@diorama/shared/contract/errors.ts';
import { findExport } from '@diorama/shared/server/people/exports.queries.ts';
import { hashToken } from '../../auth/tokens.ts';
import type { Call } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { sendArchive } from '../files/send-archive.ts';

/**
 * Sends the data export of a mailed link. A browser that opens an old link is redirected to the profile.
 * @throws CodedError `auth.link-expired`.
 */
export async function sendExport(
  { db, store }: Pick<Deps, 'db' | 'store'>,
  token: string,
  { ctx, language }: Pick<Call, 'ctx' | 'language'>,
): Promise<void> {
  const archive = await findExport(db, hashToken(token));
  if (archive) {
    await sendArchive({ store }, ctx, archive);
    return;
  }
  if (ctx.accepts('json', 'html') !== 'html') {
    throw new CodedError('auth.link-expired');
  }
  ctx.redirect(`/${language}/profile?export=expired`);
}

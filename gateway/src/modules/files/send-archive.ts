import { type ObjectStore, UnsatisfiableRangeError } from '@diorama/shared/server/objects/store.ts';
import type { Context } from 'koa';
import { encodeName, parseRange, refuseRange, setLength } from './download.ts';

/** Sends an exported archive as a download, which a range resumes. */
export async function sendArchive(
  { store }: { store: ObjectStore },
  ctx: Context,
  archive: { id: string; key: string; size: number; workspace: string | null },
): Promise<void> {
  const etag = `"${archive.id}"`;
  const isSame = ctx.get('if-range') === '' || ctx.get('if-range') === etag;
  const range = isSame ? parseRange(ctx.get('range'), archive.size) : null;
  const name = archive.workspace === null ? 'diorama' : archive.workspace.toWellFormed();
  ctx.set({
    'Content-Disposition': `attachment; filename="diorama.zip"; filename*=UTF-8''${encodeName(`${name}.zip`)}`,
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  });
  try {
    const stored = await store.get(archive.key, range ? { range } : {});
    setLength(ctx, stored);
    ctx.type = 'application/zip';
    ctx.body = stored.stream;
  } catch (error) {
    if (!(error instanceof UnsatisfiableRangeError)) {
      throw error;
    }
    refuseRange(ctx, archive.size);
  }
}

import { listDrafts } from './comments/comment-drafts.ts';
import type { PageTranslate } from './page-language.ts';

/** Unsent comments of a visitor after the scene was closed, for copying; hidden if there are none. */
export function DraftsNote({ uuid, t }: { uuid: string; t: PageTranslate }) {
  const unsent = listDrafts(uuid);
  if (unsent.length === 0) {
    return null;
  }
  return (
    <label className="viewer-unsent">
      {t('comments.unsent')}
      <textarea
        className="viewer-field"
        readOnly
        rows={4}
        value={unsent.join('\n\n')}
        onFocus={({ target }) => target.select()}
      />
    </label>
  );
}

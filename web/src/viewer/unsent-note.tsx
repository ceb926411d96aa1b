import { listUnsent } from './comments/unsent-words.ts';
import type { PageWords } from './page-language.ts';

/** Unsent comments of a visitor after the scene was closed, for copying; hidden if there are none. */
export function UnsentNote({ uuid, words }: { uuid: string; words: PageWords }) {
  const unsent = listUnsent(uuid);
  if (unsent.length === 0) {
    return null;
  }
  return (
    <label className="viewer-unsent">
      {words('comments.unsent')}
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

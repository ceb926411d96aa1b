import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { useEffect, useMemo, useRef } from 'react';
import { fetchCode } from '../fetch-code.ts';
import { closeOnEscape } from './close-on-escape.ts';
import { type OutlineEntry, outlineOf } from './outline-of.ts';
import type { PageTranslate } from './page-language.ts';

/** Text outline of the scene for screen readers; it becomes visible on keyboard focus. */
export function SceneOutline({ scene, t }: { scene: SceneDocument; t: PageTranslate }) {
  const entries = useMemo(() => outlineOf(scene), [scene]);
  if (entries.length === 0) {
    return null;
  }
  return (
    <details className="viewer-outline" onKeyDown={closeOnEscape}>
      <summary>{t('outline')}</summary>
      <Entries entries={entries} />
    </details>
  );
}

function Entries({ entries }: { entries: readonly OutlineEntry[] }) {
  return (
    <ul>
      {entries.map(({ id, name, text, children }) => (
        <li key={id}>
          {name}
          {text !== '' && <Written text={text} />}
          {children.length > 0 && <Entries entries={children} />}
        </li>
      ))}
    </ul>
  );
}

/** User-written text; unformatted until the formatter has loaded. */
function Written({ text }: { text: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isShown = true;
    host.current?.replaceChildren(text);
    fetchCode(() => import('./render-markdown.ts')).then(
      ({ renderMarkdown }) => isShown && host.current?.replaceChildren(...renderMarkdown(text)),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [text]);
  return <div ref={host} className="written-text" />;
}

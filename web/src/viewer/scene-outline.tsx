import { tourOf } from '@diorama/shared/scene/annotations.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isMeasured } from '@diorama/shared/scene/nodes/kinds.ts';
import { childrenOf, resolveHierarchy, resolveScene } from '@diorama/shared/scene/resolve.ts';
import { useEffect, useMemo, useRef } from 'react';
import { fetchCode } from '../fetch-code.ts';
import { closeOnEscape } from './close-on-escape.ts';
import type { PageTranslate } from './page-language.ts';

/** A node of the text outline, with its children. */
type OutlineEntry = { id: string; name: string; text: string; children: OutlineEntry[] };

/** Limit of entries for screen readers. */
const MAX_ENTRIES = 300;

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

/**
 * Text outline of a scene's visible nodes with their names, and of its annotations, in the order of the tour.
 * Measurements already are text over the picture.
 */
export function outlineOf(document: SceneDocument): OutlineEntry[] {
  const hierarchy = resolveHierarchy(document.nodes);
  const resolved = resolveScene(document, hierarchy);
  let left = MAX_ENTRIES;
  const read = (parent: string | null): OutlineEntry[] =>
    childrenOf(hierarchy, parent).flatMap((id) => {
      const node = document.nodes[id];
      if (!node?.visible || node.kind === 'annotation' || isMeasured(node.kind) || left <= 0) {
        return [];
      }
      left -= 1;
      const children = read(id);
      const { name, description: text } = node;
      // Unnamed nodes are skipped, but not their children.
      return name === '' && text === '' ? children : [{ id, name, text, children }];
    });
  const notes = tourOf(document)
    .filter(({ id }) => resolved.get(id)?.visible)
    .slice(0, MAX_ENTRIES)
    .map(({ id, node: { name, description, props } }) => ({
      id,
      name,
      text: [description, props.text].filter((text) => text !== '').join('\n\n'),
      children: [],
    }));
  return [...notes, ...read(null)];
}

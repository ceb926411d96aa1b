import { tourOf } from '@diorama/shared/scene/annotations.ts';
import { sourceInRepeats } from '@diorama/shared/scene/copies/generated-id.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isMeasured } from '@diorama/shared/scene/nodes/kinds.ts';
import { childrenOf, type Hierarchy, resolveHierarchy, resolveScene } from '@diorama/shared/scene/resolve.ts';
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
 * Measurements already are text over the picture. Where there are too many nodes, those with descriptions stay.
 */
export function outlineOf(document: SceneDocument): OutlineEntry[] {
  const hierarchy = resolveHierarchy(document.nodes);
  const resolved = resolveScene(document, hierarchy);
  const notes = tourOf(document)
    .filter(({ id }) => resolved.get(id)?.visible)
    .slice(0, MAX_ENTRIES)
    .map(({ id, node: { name, description, props } }) => ({
      id,
      name,
      text: [description, props.text].filter((text) => text !== '').join('\n\n'),
      children: [],
    }));
  return [...notes, ...nested(listedNodes(document, hierarchy))];
}

/** A node with a name or description; `above` is its nearest ancestor with one. */
type ListedNode = { id: string; name: string; text: string; above: string | null };

/** The visible nodes with names or descriptions, parents first. Of the copies of a repeat, one is listed. */
function listedNodes({ nodes }: SceneDocument, hierarchy: Hierarchy): ListedNode[] {
  const listed: ListedNode[] = [];
  const sources = new Set<string>();
  const waiting: { id: string; above: string | null }[] = [];
  const wait = (parent: string | null, above: string | null) => {
    for (const id of childrenOf(hierarchy, parent).toReversed()) {
      waiting.push({ id, above });
    }
  };
  wait(null, null);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id, above } = next;
    const node = nodes[id];
    if (!node?.visible || node.kind === 'annotation' || isMeasured(node.kind)) {
      continue;
    }
    const { name, description: text } = node;
    const source = sourceInRepeats(id);
    // Unnamed nodes are skipped, but not their children.
    const isListed = (name !== '' || text !== '') && !sources.has(source);
    if (isListed) {
      sources.add(source);
      listed.push({ id, name, text, above });
    }
    wait(id, isListed ? id : above);
  }
  return listed;
}

/** Entries below those of their ancestors, up to the limit. */
function nested(listed: readonly ListedNode[]): OutlineEntry[] {
  const described = listed.filter(({ text }) => text !== '');
  const others = listed.filter(({ text }) => text === '');
  const shown = new Set([...described, ...others].slice(0, MAX_ENTRIES));
  const top: OutlineEntry[] = [];
  const below = new Map<string | null, OutlineEntry[]>();
  for (const node of listed) {
    const { id, name, text, above } = node;
    const place = below.get(above) ?? top;
    const children: OutlineEntry[] = [];
    if (shown.has(node)) {
      place.push({ id, name, text, children });
    }
    below.set(id, shown.has(node) ? children : place);
  }
  return top;
}

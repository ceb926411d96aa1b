import { type Closure, closureIn } from '@diorama/shared/scene/copies/component-closure.ts';
import type { Choice, SceneDocument } from '@diorama/shared/scene/document.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { isDefinition } from '@diorama/shared/scene/nodes/kinds.ts';
import { filesOfNode } from '../../scene/needed-assets.ts';

const ASSET = /^\/api\/assets\//;

/**
 * Files that choices need, each once: those in their values, of materials that they assign, and of components that they
 * show.
 */
export function* assetsOfChoices(
  { nodes, materials }: Pick<SceneDocument, 'nodes' | 'materials'>,
  choices: Iterable<Pick<Choice, 'values'>>,
): Generator<string> {
  const seen = new Set<string | null>([null]);
  let closure: Closure | null = null;
  const filesOf = (text: string): (string | null)[] => {
    const files = [ASSET.test(text) ? text : null, ...Object.values(ownMember(materials, text)?.maps ?? {})];
    if (!isDefinition(ownMember(nodes, text)?.kind ?? 'group')) {
      return files;
    }
    closure ??= closureIn(nodes);
    const shown = closure([text], (id) => !seen.has(id));
    return [...files, ...shown.flatMap((id) => (nodes[id] ? filesOfNode(nodes[id], materials) : []))];
  };
  for (const { values } of choices) {
    for (const text of textsIn(values)) {
      if (!seen.has(text)) {
        seen.add(text);
        for (const file of filesOf(text).filter((one) => one === text || !seen.has(one))) {
          seen.add(file);
          yield String(file);
        }
      }
    }
  }
}

/** All texts in a value, however deep. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    yield value;
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) {
      yield* textsIn(part);
    }
  }
}

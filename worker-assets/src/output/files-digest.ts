import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '@diorama/shared/domain/canonical-json.ts';
import { isRepeated, sourceIdOf } from '@diorama/shared/scene/copies/generated-id.ts';
import type { SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { isCopier, tiesOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { childrenOf, resolveHierarchy } from '@diorama/shared/scene/resolve.ts';
import { nodesShownLater } from './gltf/file-interactions.ts';
import type { OutputSettings } from './write-outputs.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Sources that determine the bytes of files. */
const ENGINE = ['worker-assets/src/output', 'shared/src/scene', 'shared/src/domain'];

/** What files are made from. */
type FilesSource = {
  /** A shown document without what no file contains. */
  content: FilesContent;
  settings: OutputSettings;
  /** Assets with their objects. */
  assets: readonly { id: string; main_object: string }[];
};

/** Digest of what files are made from, in hex. Equal ones give equal files. */
export function filesDigest({ content, settings, assets }: FilesSource): string {
  const objects = Object.fromEntries(assets.map(({ id, main_object: object }) => [id, object]));
  return createHash('sha256')
    .update(engineDigest())
    .update(canonicalJson({ content, settings, objects }))
    .digest('hex');
}

type HiddenNode = Pick<SceneNode, 'kind' | 'parent' | 'visible' | 'position' | 'rotation' | 'scale'>;

/** Parts of a document that files are made from; nodes that no file shows have only what others may depend on. */
type FilesContent = Pick<SceneDocument, 'states' | 'interactions' | 'motions' | 'timelines' | 'keys'> & {
  nodes: Record<string, SceneNode | HiddenNode>;
  materials: SceneDocument['materials'];
};

/** A shown document without what no file contains, such as its environment. */
export function filesContent(document: SceneDocument): FilesContent {
  const { states, interactions, motions, timelines, keys } = document;
  const written = writtenNodes(document);
  const nodes = Object.fromEntries(
    Object.entries(document.nodes).map(([id, node]) => [
      id,
      written.has(id) || tiesOf(id, node).length > 0 || isCopier(node.kind) ? node : hidden(node),
    ]),
  );
  const named = textsIn({ nodes, states });
  const materials = Object.entries(document.materials).filter(([id]) => named.has(id));
  const moved = { states, interactions, motions, timelines, keys };
  return { nodes, materials: Object.fromEntries(materials), ...moved };
}

/** Nodes that files have: visible ones, and those that interactions show. */
function writtenNodes(document: SceneDocument): ReadonlySet<string> {
  const hierarchy = resolveHierarchy(document.nodes);
  const later = nodesShownLater(document);
  const written = new Set<string>();
  const stack = [...childrenOf(hierarchy, null)];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (document.nodes[id]?.visible || (later.has(sourceIdOf(id)) && !isRepeated(id))) {
      written.add(id);
      stack.push(...childrenOf(hierarchy, id));
    }
  }
  return written;
}

function hidden({ kind, parent, visible, position, rotation, scale }: SceneNode): HiddenNode {
  return { kind, parent, visible, position, rotation, scale };
}

/** All texts within a value. */
function textsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    found.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) {
      textsIn(member, found);
    }
  }
  return found;
}

let known: string | undefined;

/** Digest of the sources and the libraries, so that another release makes files again. */
function engineDigest(): string {
  known ??= digestOf(['package-lock.json', ...ENGINE.flatMap(sourcesIn)]);
  return known;
}

function sourcesIn(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => join(folder, file));
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(file).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest('hex');
}

import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { StorageFile } from '@diorama/shared/contract/storage.ts';
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';

type FileKind = 'model' | 'picture' | 'sky' | 'font' | 'sound' | 'other';

/** Group of a file: a scene, or a kind of use outside of scenes. */
export type FileGroup =
  | { kind: 'scene'; id: string; name: string }
  | { kind: 'unused' | 'library' | 'workspace' | 'several' };

const KINDS: Readonly<Record<number, FileKind>> = {
  [ASSET_TYPE.model]: 'model',
  [ASSET_TYPE.texture]: 'picture',
  [ASSET_TYPE.image]: 'picture',
  [ASSET_TYPE.customWatermark]: 'picture',
  [ASSET_TYPE.hdri]: 'sky',
  [ASSET_TYPE.font]: 'font',
  [ASSET_TYPE.sound]: 'sound',
};

export function kindOf({ type }: Pick<StorageFile, 'type'>): FileKind {
  return KINDS[type] ?? 'other';
}

/** Whether a file has no use. */
export function isUnused({ uses, isInLibrary, isWatermark }: StorageFile): boolean {
  return uses.length === 0 && !isInLibrary && !isWatermark;
}

export function groupOf(file: StorageFile): FileGroup {
  const [first, second] = file.uses;
  if (second) {
    return { kind: 'several' };
  }
  if (first) {
    return { kind: 'scene', id: first['@id'], name: first.name };
  }
  if (file.isInLibrary) {
    return { kind: 'library' };
  }
  return { kind: file.isWatermark ? 'workspace' : 'unused' };
}

/** A rectangle in pixels. */
type Box = { x: number; y: number; width: number; height: number };
type GroupBox = Box & { group: FileGroup; key: string };
type FileBox = Box & { file: StorageFile; key: string };

/** Height of a group's name above its files, in pixels. */
const HEAD = 20;
const GAP = 2;
/** Minimum size of a group with a name. */
const SMALLEST_HEAD = { width: 60, height: 48 } as const;

type Branch = { group: FileGroup; key: string; children: Leaf[] };
type Leaf = { file: StorageFile };
type Node = { children: Branch[] } | Branch | Leaf;

/**
 * Computes a treemap of files by size: largest scenes first, with files of one kind together. Areas thinner than a line
 * are left out; the list shows those files.
 */
export function layOut(
  files: readonly StorageFile[],
  { width, height }: { width: number; height: number },
): { groups: GroupBox[]; files: FileBox[] } {
  const branches = new Map<string, Branch>();
  for (const file of files) {
    const group = groupOf(file);
    const key = group.kind === 'scene' ? group.id : group.kind;
    const branch = branches.get(key) ?? { group, key, children: [] };
    branch.children.push({ file });
    branches.set(key, branch);
  }
  const root = hierarchy<Node>({ children: [...branches.values()] }, (node) =>
    'children' in node ? node.children : null,
  )
    .sum((node) => ('file' in node ? node.file.size : 0))
    .sort((a, b) => orderOf(a.data).localeCompare(orderOf(b.data)) || (b.value ?? 0) - (a.value ?? 0));
  const laid = treemap<Node>()
    .tile(treemapSquarify)
    .size([width, height])
    .paddingInner(GAP)
    .paddingTop((node) =>
      node.depth === 1 &&
      node.x1 - node.x0 >= SMALLEST_HEAD.width &&
      node.y1 - node.y0 >= SMALLEST_HEAD.height
        ? HEAD
        : 0,
    )
    .round(true)(root);
  const boxOf = (node: typeof laid): Box => ({
    x: node.x0,
    y: node.y0,
    width: node.x1 - node.x0,
    height: node.y1 - node.y0,
  });
  return {
    groups: (laid.children ?? []).flatMap((node) =>
      'group' in node.data ? [{ ...boxOf(node), group: node.data.group, key: node.data.key }] : [],
    ),
    files: laid.leaves().flatMap((node) => {
      const { data } = node;
      const box = boxOf(node);
      return 'file' in data && box.width > 1 && box.height > 1
        ? [{ ...box, file: data.file, key: data.file.assets[0] ?? '' }]
        : [];
    }),
  };
}

/** Sort key: files by kind; groups have none and are sorted by size alone. */
function orderOf(node: Node): string {
  return 'file' in node ? kindOf(node.file) : '';
}

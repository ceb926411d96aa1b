import { Matrix4 } from 'three';
import { shapeOf, tiesOf } from '../nodes/kinds.ts';
import { MAX_COPIED_NODES } from '../nodes/repeat/limits.ts';
import { guideOf, type RepeatContext, repeatLayout } from '../nodes/repeat/repeat-layout.ts';
import { localMatrix } from '../resolve.ts';
import type { CopyMaker, CopySources } from './makers.ts';

/** A repeat generates copies of its children. */
export const copiesOfRepeat: CopyMaker<'repeat'> = ({ id, node }, sources) => {
  const roots = sources.childrenOf(id);
  const size = roots.reduce((sum, root) => sum + countOf(root, sources), 0);
  const layout = size === 0 ? [] : repeatLayout(id, node.props, contextOf(sources));
  return {
    from: id,
    copies: layout
      .slice(0, Math.floor(MAX_COPIED_NODES / size) || 0)
      .map((placement, i) => ({ key: String(i + 1), roots, placement })),
    reads: readsOf(id, guideOf(node.props), sources),
  };
};

/** Number of nodes of a branch, without those that it generates. */
function countOf(id: string, sources: CopySources): number {
  return sources.childrenOf(id).reduce((sum, child) => sum + countOf(child, sources), 1);
}

function contextOf(sources: CopySources): RepeatContext {
  return {
    worldOf: (id) =>
      branchOf(id, sources).reduce((world, one) => {
        const node = sources.nodeOf(one);
        return node ? world.premultiply(localMatrix(node)) : world;
      }, new Matrix4()),
    pathOf: (id) => {
      const node = sources.nodeOf(id);
      return node?.kind === 'path' ? node.props : null;
    },
    shapeOf: (id) => {
      const node = sources.nodeOf(id);
      return node ? shapeOf({ id, node, ties: sources.ties }) : null;
    },
  };
}

/** Everything that places copies on another node. */
function readsOf(id: string, guide: string | null, sources: CopySources): string[] {
  if (guide === null) {
    return [];
  }
  const node = sources.nodeOf(guide);
  return [...branchOf(id, sources), ...branchOf(guide, sources), ...(node ? tiesOf(guide, node) : [])];
}

/** A node and its ancestors. */
function branchOf(id: string, { parentOf }: CopySources): string[] {
  const branch = [id];
  for (let up = parentOf(id); up !== null; up = parentOf(up)) {
    branch.push(up);
  }
  return branch;
}

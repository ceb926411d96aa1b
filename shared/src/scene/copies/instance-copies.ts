import { isDefinition } from '../nodes/kinds.ts';
import type { CopyMaker } from './makers.ts';

/** An instance generates one copy of the children of its component, with its overrides. */
export const copiesOfInstance: CopyMaker<'instance'> = ({ node }, { childrenOf, kindOf }) => {
  const { component, values } = node.props;
  const kind = component === null ? undefined : kindOf(component);
  const isFound = component !== null && kind !== undefined && isDefinition(kind);
  return { from: component, copies: isFound ? [{ key: '', roots: childrenOf(component), values }] : [] };
};

import { childOf, type FbxFile, type FbxNode, type FbxValue, numberAt, textAt } from './fbx-node.ts';

/** A connection of one object to another; `relation` is the driven property, '' for plain parenting. */
export type FbxLink = { from: number; to: number; relation: string; node: FbxNode };

/** Objects of a file and the list of their connections. */
export type FbxGraph = { objects: FbxNode; connections: FbxNode };

/** Objects and connections of a file; a missing list of connections is added. Null without objects. */
export function graphOf(file: FbxFile): FbxGraph | null {
  const objects = file.nodes.find(({ name }) => name === 'Objects');
  const connections = file.nodes.find(({ name }) => name === 'Connections');
  return objects ? { objects, connections: connections ?? addConnections(file) } : null;
}

function addConnections(file: FbxFile): FbxNode {
  const made: FbxNode = { name: 'Connections', values: [], children: [] };
  file.nodes.push(made);
  return made;
}

/** Connections in their order. */
export function linksOf({ connections }: Pick<FbxGraph, 'connections'>): FbxLink[] {
  return connections.children.flatMap((node) => {
    const [from, to] = [numberAt(node, 1), numberAt(node, 2)];
    return from === undefined || to === undefined ? [] : [{ from, to, relation: textAt(node, 3), node }];
  });
}

/** Objects of a kind by their id. */
export function objectsOf({ objects }: Pick<FbxGraph, 'objects'>, kind: string): Map<number, FbxNode> {
  return new Map(
    objects.children.flatMap((node) => {
      const id = node.name === kind ? numberAt(node, 0) : undefined;
      return id === undefined ? [] : [[id, node] as const];
    }),
  );
}

/** Removes connections, in place. */
export function removeLinks(
  { connections }: Pick<FbxGraph, 'connections'>,
  gone: ReadonlySet<FbxNode>,
): void {
  connections.children = connections.children.filter((node) => !gone.has(node));
}

/** A connection that holds an object. */
export function holdingLink(from: number, to: number): FbxNode {
  const values: FbxValue[] = [{ kind: 'text', value: 'OO' }, idValue(from), idValue(to)];
  return { name: 'C', values, children: [] };
}

/** Returns a generator of unused ids. */
export function freeIds(links: readonly FbxLink[]): () => number {
  let last = links.reduce((most, { from, to }) => Math.max(most, from, to), 0);
  return () => {
    last += 1;
    return last;
  };
}

/** Copies an object with another id. */
export function copyOf(node: FbxNode, id: number): FbxNode {
  return { ...node, values: [idValue(id), ...node.values.slice(1)] };
}

export function idValue(id: number): FbxValue {
  return { kind: 'long', value: BigInt(id) };
}

/** Name of an object without its class suffix. */
export function fbxNameOf(node: FbxNode): string {
  return textAt(node, 1).split('\0')[0] ?? '';
}

/** Numbers of an object's property; null if it is missing. */
export function propertyOf(node: FbxNode, name: string): number[] | null {
  const property = childOf(node, 'Properties70')?.children.find((one) => textAt(one, 0) === name);
  return property ? numbersOf(property) : null;
}

/** Numbers after the name, type, label and flags of a property. */
export function numbersOf(property: FbxNode): number[] {
  return property.values.slice(4).flatMap((value, at) => {
    const number = 'values' in value || value.kind === 'text' ? Number.NaN : numberAt(property, at + 4);
    return number !== undefined && Number.isFinite(number) ? [number] : [];
  });
}

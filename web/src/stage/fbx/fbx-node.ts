/** Numbers of an FBX array, by the letter that the format has for their kind; booleans are bytes. */
export type FbxArray =
  | { kind: 'd'; values: Float64Array }
  | { kind: 'f'; values: Float32Array }
  | { kind: 'i'; values: Int32Array }
  | { kind: 'l'; values: BigInt64Array }
  | { kind: 'b'; values: Uint8Array };

/** A value beside a node's name. */
export type FbxValue =
  | { kind: 'bool'; value: boolean }
  | { kind: 'int'; value: number }
  | { kind: 'long'; value: bigint }
  | { kind: 'double'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'bytes'; value: Uint8Array }
  | FbxArray;

/** FBX is a tree of named nodes, whichever way it is written. */
export type FbxNode = { name: string; values: FbxValue[]; children: FbxNode[] };

/** A file's version (7400 for 7.4) and its uppermost nodes. */
export type FbxFile = { version: number; nodes: FbxNode[] };

/** The first child of that name. */
export function childOf(node: FbxNode | undefined, name: string): FbxNode | undefined {
  return node?.children.find((child) => child.name === name);
}

/** The text at a place among a node's values, '' where there is none. */
export function textAt(node: FbxNode, at: number): string {
  const value = node.values[at];
  return value?.kind === 'text' ? value.value : '';
}

/** The number at a place among a node's values, as objects are known by; undefined where there is none. */
export function numberAt(node: FbxNode, at: number): number | undefined {
  const value = node.values[at];
  switch (value?.kind) {
    case 'int':
    case 'double':
      return value.value;
    case 'long':
      return Number(value.value);
    default:
      return undefined;
  }
}

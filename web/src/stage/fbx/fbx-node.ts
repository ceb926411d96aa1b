/** Arrays of FBX by the format's type letter; booleans are bytes. */
export type FbxArray =
  | { kind: 'd'; values: Float64Array }
  | { kind: 'f'; values: Float32Array }
  | { kind: 'i'; values: Int32Array }
  | { kind: 'l'; values: BigInt64Array }
  | { kind: 'b'; values: Uint8Array };

/** A value of a node. */
export type FbxValue =
  | { kind: 'bool'; value: boolean }
  | { kind: 'int'; value: number }
  | { kind: 'long'; value: bigint }
  | { kind: 'double'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'bytes'; value: Uint8Array }
  | FbxArray;

/** A node of FBX, which is a tree of named nodes in both the text and the binary form. */
export type FbxNode = { name: string; values: FbxValue[]; children: FbxNode[] };

/** Version of a file (7400 for 7.4), and its root nodes. */
export type FbxFile = { version: number; nodes: FbxNode[] };

/** Returns the first child with the name. */
export function childOf(node: FbxNode | undefined, name: string): FbxNode | undefined {
  return node?.children.find((child) => child.name === name);
}

/** Text at an index of a node's values, '' if there is none. */
export function textAt(node: FbxNode, at: number): string {
  const value = node.values[at];
  return value?.kind === 'text' ? value.value : '';
}

/** Number at an index of a node's values, such as an object's id; undefined if there is none. */
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

/** Numbers of a node's first value, which is an array; none for another value, and for integers of 64 bits. */
export function fbxNumbers(node: FbxNode | undefined): Float64Array | Float32Array | Int32Array {
  const value = node?.values[0];
  switch (value?.kind) {
    case 'd':
    case 'f':
    case 'i':
      return value.values;
    default:
      return new Int32Array();
  }
}

export function fbxTextNode(name: string, value: string): FbxNode {
  return { name, values: [{ kind: 'text', value }], children: [] };
}

export function fbxArrayNode(name: string, array: FbxArray): FbxNode {
  return { name, values: [array], children: [] };
}

import { describe, expect, it } from 'vitest';
import { readBinaryFbx } from './read-binary.ts';

describe('a one-byte value', () => {
  it.each(['B', 'Z'])('of type %s is read', (type) => {
    const body = [...'Kaydara FBX Binary  \0'].map((letter) => letter.charCodeAt(0));
    const bytes = new Uint8Array(200);
    const view = new DataView(bytes.buffer);
    bytes.set([...body, 0x1a, 0]);
    view.setUint32(23, 7400, true);
    // End, number of values, their length, and the name.
    view.setUint32(27, 27 + 13 + 1 + 2, true);
    view.setUint32(31, 1, true);
    view.setUint32(35, 2, true);
    bytes.set([1, 'N'.charCodeAt(0), type.charCodeAt(0), 0xfe], 39);
    const { nodes } = readBinaryFbx(bytes);
    expect(nodes).toEqual([{ name: 'N', values: [{ kind: 'int', value: -2 }], children: [] }]);
  });
});

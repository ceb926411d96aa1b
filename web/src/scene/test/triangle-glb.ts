/**
 * A GLB file of one triangle.
 * @param more - further members of its JSON
 * @param part - further members of its primitive
 */
export function triangleGlb(more: object = {}, part: object = {}): Uint8Array<ArrayBuffer> {
  const json = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...part }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
    ],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36 }],
    ...more,
  });
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const corners = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
  const chunk = (type: string, bytes: Buffer) => [numbers(bytes.length), Buffer.from(type), bytes];
  const chunks = Buffer.concat([...chunk('JSON', text), ...chunk('BIN\0', corners)]);
  return new Uint8Array(Buffer.concat([Buffer.from('glTF'), numbers(2, chunks.length + 12), chunks]));
}

function numbers(...values: number[]): Buffer {
  return Buffer.from(new Uint32Array(values).buffer);
}

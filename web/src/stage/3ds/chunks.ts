import { Quaternion, Vector3 } from 'three';

/** One moment of a track, in frames. */
export type Key<Value> = { frame: number; value: Value };

/** Ids of the chunks that are read. */
export const CHUNK = {
  main: 0x4d4d,
  editor: 0x3d3d,
  material: 0xafff,
  mapName: 0xa300,
  object: 0x4000,
  mesh: 0x4100,
  light: 0x4600,
  camera: 0x4700,
  faces: 0x4120,
  faceMaterial: 0x4130,
  smoothing: 0x4150,
  matrix: 0x4160,
  keyframes: 0xb000,
  node: 0xb002,
  id: 0xb030,
  header: 0xb010,
  pivot: 0xb013,
  position: 0xb020,
  rotation: 0xb021,
  scale: 0xb022,
} as const;
const HEAD_BYTES = 6;
/** Bits of a key that each stand for a number more: tension, continuity, bias and the two eases. */
const SPLINE_BITS = [1, 2, 4, 8, 16];

export type Chunk = { id: number; start: number; end: number };

/** Reads a 3DS file, which consists of nested chunks. */
export class Chunks {
  readonly view: DataView;

  constructor(view: DataView) {
    this.view = view;
  }

  *list(from: number, to: number): Generator<Chunk> {
    for (let at = from; at + HEAD_BYTES <= to; ) {
      const length = this.view.getUint32(at + 2, true);
      if (length < HEAD_BYTES || at + length > to) {
        throw new RangeError('A chunk is longer than what holds it');
      }
      yield { id: this.view.getUint16(at, true), start: at + HEAD_BYTES, end: at + length };
      at += length;
    }
  }

  /** Text up to a zero, and where what follows it begins. */
  text(at: number): { text: string; end: number } {
    let text = '';
    let end = at;
    for (let letter = this.view.getUint8(end); letter !== 0; letter = this.view.getUint8(end)) {
      text += String.fromCharCode(letter);
      end += 1;
    }
    return { text, end: end + 1 };
  }

  vector(at: number): Vector3 {
    return new Vector3(
      ...([0, 4, 8].map((offset) => this.view.getFloat32(at + offset, true)) as [number, number, number]),
    );
  }

  /** An angle and an axis, turning the other way round than everybody else has it. */
  turn(at: number): Quaternion {
    const axis = this.vector(at + 4);
    return axis.lengthSq() > 0
      ? new Quaternion().setFromAxisAngle(axis.normalize(), -this.view.getFloat32(at, true))
      : new Quaternion();
  }

  keys<Value>(start: number, bytes: number, read: (at: number) => Value): Key<Value>[] {
    const count = this.view.getUint32(start + 10, true);
    const keys: Key<Value>[] = [];
    let at = start + 14;
    for (let i = 0; i < count; i += 1) {
      const frame = this.view.getUint32(at, true);
      const spline = this.view.getUint16(at + 4, true);
      at += 6 + 4 * SPLINE_BITS.filter((bit) => (spline & bit) !== 0).length;
      keys.push({ frame, value: read(at) });
      at += bytes;
    }
    return keys;
  }
}

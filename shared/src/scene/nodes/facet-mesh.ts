import { BufferGeometry, Float32BufferAttribute } from 'three';

/** A corner in metres. */
export type Corner = readonly [x: number, y: number, z: number];

/** A place on a texture; a metre is one. */
export type TextureCorner = readonly [u: number, v: number];

/** Collects faces that share no corners with others, so that each is flat; a face belongs to a material slot. */
export class FacetMesh {
  readonly #positions: number[] = [];
  readonly #uvs: number[] = [];
  readonly #slots: number[][] = [];

  get count(): number {
    return this.#positions.length / 3;
  }

  /** @returns its number. */
  vertex(position: Corner, uv: TextureCorner): number {
    this.#positions.push(...position);
    this.#uvs.push(...uv);
    return this.count - 1;
  }

  /** A triangle of three corners by number, counter-clockwise as seen from outside. */
  face(a: number, b: number, c: number, slot = 0): void {
    while (this.#slots.length <= slot) {
      this.#slots.push([]);
    }
    this.#slots[slot]?.push(a, b, c);
  }

  /** A flat face of four corners, counter-clockwise as seen from outside. */
  quad(corners: readonly [Corner, Corner, Corner, Corner], uvs: readonly TextureCorner[], slot = 0): void {
    const first = this.count;
    for (const [i, corner] of corners.entries()) {
      this.vertex(corner, uvs[i] ?? [0, 0]);
    }
    this.face(first, first + 1, first + 2, slot);
    this.face(first, first + 2, first + 3, slot);
  }

  /** Turns everything from a vertex on about an upright axis, as an angle about +Y in radians. */
  turn(first: number, [x, z]: readonly [x: number, z: number], angle: number): void {
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    for (let at = first * 3; at < this.#positions.length; at += 3) {
      const [east = 0, , south = 0] = this.#positions.slice(at, at + 3);
      this.#positions[at] = x + cos * (east - x) + sin * (south - z);
      this.#positions[at + 2] = z - sin * (east - x) + cos * (south - z);
    }
  }

  /** An indexed geometry with flat normals; it has groups when a slot other than the first one is used. */
  build(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(this.#positions, 3));
    geometry.setAttribute('uv', new Float32BufferAttribute(this.#uvs, 2));
    geometry.setIndex(this.#slots.flat());
    if (this.#slots.length > 1) {
      let start = 0;
      for (const [slot, { length }] of this.#slots.entries()) {
        if (length > 0) {
          geometry.addGroup(start, length, slot);
        }
        start += length;
      }
    }
    geometry.computeVertexNormals();
    return geometry;
  }
}

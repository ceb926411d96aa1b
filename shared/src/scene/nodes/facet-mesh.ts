import { BufferGeometry, Float32BufferAttribute } from 'three';
import type { PlanPoint } from './plan.ts';

/** A vertex position in metres. */
export type Corner = readonly [x: number, y: number, z: number];

/** A texture coordinate; one unit is a metre. */
export type TextureCorner = readonly [u: number, v: number];

/** Collects faces without shared vertices, so that each is flat; a face belongs to a material slot. */
export class FacetMesh {
  readonly #positions: number[] = [];
  readonly #uvs: number[] = [];
  readonly #slots: number[][] = [];
  /** Normals of bent vertices; other vertices have the normals of their faces. */
  readonly #normals = new Map<number, Corner>();

  get count(): number {
    return this.#positions.length / 3;
  }

  /** @returns the index of the vertex. */
  vertex(position: Corner, uv: TextureCorner): number {
    this.#positions.push(...position);
    this.#uvs.push(...uv);
    return this.count - 1;
  }

  /** Adds a triangle of three vertex indices, counter-clockwise as seen from outside. */
  face(a: number, b: number, c: number, slot = 0): void {
    while (this.#slots.length <= slot) {
      this.#slots.push([]);
    }
    this.#slots[slot]?.push(a, b, c);
  }

  /** Adds a flat quad of four corners, counter-clockwise as seen from outside. */
  quad(corners: readonly [Corner, Corner, Corner, Corner], uvs: readonly TextureCorner[], slot = 0): void {
    const first = this.count;
    for (const [i, corner] of corners.entries()) {
      this.vertex(corner, uvs[i] ?? [0, 0]);
    }
    this.face(first, first + 1, first + 2, slot);
    this.face(first, first + 2, first + 3, slot);
  }

  /** Rotates all vertices from index `first` on about a vertical axis, by an angle about +Y in radians. */
  turn(first: number, [x, z]: readonly [x: number, z: number], angle: number): void {
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    for (let at = first * 3; at < this.#positions.length; at += 3) {
      const [east = 0, , south = 0] = this.#positions.slice(at, at + 3);
      this.#positions[at] = x + cos * (east - x) + sin * (south - z);
      this.#positions[at + 2] = z - sin * (east - x) + cos * (south - z);
    }
    for (const [at, [east, up, south]] of this.#normals) {
      if (at >= first) {
        this.#normals.set(at, [cos * east + sin * south, up, cos * south - sin * east]);
      }
    }
  }

  /**
   * Bends all vertices from index `first` on in the plan: `bent` returns the new position of a point and the
   * new direction of +X. Bent faces are shaded smooth, and flat only where they were not bent.
   */
  bend(first: number, bent: (x: number, z: number) => { at: PlanPoint; heading: PlanPoint }): void {
    const flat = this.build().getAttribute('normal');
    for (let vertex = first; vertex < this.count; vertex += 1) {
      const [x = 0, , z = 0] = this.#positions.slice(vertex * 3, vertex * 3 + 3);
      const { at, heading } = bent(x, z);
      this.#positions[vertex * 3] = at[0];
      this.#positions[vertex * 3 + 2] = at[1];
      const [east, up, south] = [flat.getX(vertex), flat.getY(vertex), flat.getZ(vertex)];
      const normal: Corner = [
        heading[0] * east - heading[1] * south,
        up,
        heading[1] * east + heading[0] * south,
      ];
      this.#normals.set(vertex, normal);
    }
  }

  /**
   * Returns an indexed geometry with flat normals, except for bent faces. It has groups when a slot other
   * than the first one is used.
   */
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
    const normals = geometry.getAttribute('normal');
    for (const [vertex, [x, y, z]] of this.#normals) {
      normals.setXYZ(vertex, x, y, z);
    }
    return geometry;
  }
}

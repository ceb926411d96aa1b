import {
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
  TorusKnotGeometry,
} from 'three';
import { createRandom } from './model-builder.ts';

/** Hills over a square of 100 m, two triangles for each of `side`² fields. */
export function hills(side: number): BufferGeometry {
  const geometry = new PlaneGeometry(100, 100, side, side);
  const position = geometry.getAttribute('position');
  for (let i = 0; i < position.count; i += 1) {
    const [x, y] = [position.getX(i), position.getY(i)];
    const rough = Math.sin(x * 0.21) * Math.cos(y * 0.17) * 6 + Math.sin(x * 1.3 + y * 0.9) * 0.8;
    position.setZ(i, rough + Math.sin(x * 5.1) * Math.sin(y * 4.7) * 0.15);
  }
  geometry.computeVertexNormals();
  return geometry;
}

/** A scan: a ball with bumps of every size, which no coarser mesh equals. */
export function scan(segments: number): BufferGeometry {
  const geometry = new SphereGeometry(1, segments, segments / 2);
  const position = geometry.getAttribute('position');
  for (let i = 0; i < position.count; i += 1) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const bump =
      1 + 0.1 * Math.sin(5 * x + 3 * z) * Math.cos(4 * y) + 0.01 * Math.sin(40 * x) * Math.sin(37 * y);
    position.setXYZ(i, x * bump, y * bump, z * bump);
  }
  geometry.computeVertexNormals();
  return geometry;
}

/** A knot, smooth and curved everywhere. */
export function knot(segments: number): BufferGeometry {
  return new TorusKnotGeometry(1, 0.35, segments, Math.round(segments / 8));
}

/** Unshared vertices and normals for every triangle, without texture coordinates, as in STL files. */
export function facets(geometry: BufferGeometry): BufferGeometry {
  const flat = geometry.toNonIndexed();
  flat.deleteAttribute('uv');
  flat.computeVertexNormals();
  return flat;
}

/** The geometry with a colour for each vertex. */
export function colored(geometry: BufferGeometry): BufferGeometry {
  const position = geometry.getAttribute('position');
  const colors = new Float32Array(position.count * 3);
  for (let i = 0; i < position.count; i += 1) {
    const wave = (value: number) => 0.5 + 0.5 * Math.sin(value * 2);
    colors.set([wave(position.getX(i)), wave(position.getY(i)), wave(position.getZ(i))], i * 3);
  }
  geometry.setAttribute('color', new BufferAttribute(colors, 3));
  return geometry;
}

/**
 * Small objects without texture coordinates, as CAD programs write them, all different: boxes, pins
 * and balls.
 */
export function smallThing(seed: number): BufferGeometry {
  const random = createRandom(seed);
  const size = () => 0.2 + random();
  const forms = [
    () => new BoxGeometry(size(), size(), size()),
    () => new CylinderGeometry(size() / 2, size() / 2, size(), 12),
    () => new SphereGeometry(size() / 2, 10, 6),
  ];
  const thing: BufferGeometry = forms[seed % forms.length]?.() ?? new BoxGeometry();
  thing.deleteAttribute('uv');
  return thing;
}

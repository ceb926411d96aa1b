import {
  BoxGeometry,
  type BufferGeometry,
  CatmullRomCurve3,
  ConeGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  IcosahedronGeometry,
  LatheGeometry,
  Path,
  Shape,
  SphereGeometry,
  TorusGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';

/** Geometries for building models, in metres, centred at the origin unless stated otherwise. */

type Point3 = readonly [number, number, number];
type Point2 = readonly [number, number];

/** A box; with `round` its edges are rounded. */
export function block(width: number, height: number, depth: number, round = 0): BufferGeometry {
  return round > 0
    ? new RoundedBoxGeometry(
        width,
        height,
        depth,
        3,
        Math.min(round, width / 2.01, height / 2.01, depth / 2.01),
      )
    : new BoxGeometry(width, height, depth);
}

/** A round rod; `top` tapers it. */
export function rod(radius: number, height: number, top = radius, segments = 32): BufferGeometry {
  return new CylinderGeometry(top, radius, height, segments);
}

export function ball(radius: number): BufferGeometry {
  return new SphereGeometry(radius, 40, 24);
}

/** A faceted ball; more detail is rounder. */
export function gem(radius: number, detail = 1): BufferGeometry {
  return new IcosahedronGeometry(radius, detail);
}

export function spike(radius: number, height: number, segments = 24): BufferGeometry {
  return new ConeGeometry(radius, height, segments);
}

/** A flat ring; with `share` below one a part of it is open. */
export function ring(radius: number, tube: number, share = 1): BufferGeometry {
  return new TorusGeometry(radius, tube, 16, 64, Math.PI * 2 * share).rotateX(-Math.PI / 2);
}

/** An upright half ring. */
export function bow(radius: number, tube: number): BufferGeometry {
  return new TorusGeometry(radius, tube, 20, 48, Math.PI);
}

/** Revolves a profile of (distance from the axis, height) around the axis, at the profile's position. */
export function turned(profile: readonly Point2[], segments = 48): BufferGeometry {
  return new LatheGeometry(
    profile.map(([x, y]) => new Vector2(x, y)),
    segments,
  );
}

/** A tube along points. */
export function bent(points: readonly Point3[], radius: number, segments = 32): BufferGeometry {
  const curve = new CatmullRomCurve3(points.map((point) => new Vector3(...point)));
  return new TubeGeometry(curve, segments, radius, 12);
}

/** Extrudes a flat outline along z, centred, with soft edges. */
export function slab(outline: Shape, depth: number, soft = 0): BufferGeometry {
  const geometry = new ExtrudeGeometry(outline, {
    depth: depth - soft * 2,
    bevelEnabled: soft > 0,
    bevelSize: soft,
    bevelThickness: soft,
    bevelSegments: 3,
    curveSegments: 32,
  });
  return geometry.translate(0, 0, -depth / 2 + soft);
}

/** The outline of a gate with a round opening, standing on y = 0. */
export function gateOutline(width: number, height: number, wall: number): Shape {
  const half = width / 2;
  const inner = half - wall;
  const spring = height - half;
  const shape = new Shape();
  shape.moveTo(-half, 0).lineTo(-half, spring).absarc(0, spring, half, Math.PI, 0, true);
  shape.lineTo(half, 0).lineTo(inner, 0).lineTo(inner, spring);
  shape.absarc(0, spring, inner, 0, Math.PI, false);
  shape.lineTo(-inner, 0).lineTo(-half, 0);
  return shape;
}

/** A closed outline through points. */
export function outline(points: readonly Point2[]): Shape {
  return new Shape(points.map(([x, y]) => new Vector2(x, y)));
}

/** A rectangle with a rectangular hole. */
export function frameOutline(width: number, height: number, wall: number): Shape {
  const [x, y] = [width / 2, height / 2];
  const shape = outline([
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ]);
  const hole = new Path();
  hole
    .moveTo(-x + wall, -y + wall)
    .lineTo(-x + wall, y - wall)
    .lineTo(x - wall, y - wall)
    .lineTo(x - wall, -y + wall);
  hole.closePath();
  shape.holes.push(hole);
  return shape;
}

/** A leaf that grows along y from its origin. */
export function leaf(length: number, width: number, thickness = 0.006): BufferGeometry {
  const shape = new Shape();
  shape.moveTo(0, 0);
  shape.bezierCurveTo(width, length * 0.25, width * 0.7, length * 0.8, 0, length);
  shape.bezierCurveTo(-width * 0.7, length * 0.8, -width, length * 0.25, 0, 0);
  return slab(shape, thickness);
}

import { mostCurve, type WallLine, type WallPlan, wallLine } from './line.ts';

/** The curve of a wall, limited to half a circle, and less where the wall would be too thick for that. */
export function curveWithin(wall: WallPlan): number {
  const line = wallLine(wall);
  const most = line?.arc ? mostCurve(line.arc.chord, line.edges, wall.curve) : 0;
  return Math.min(Math.max(wall.curve, -most), most);
}

/** Curve of a part of a line. */
export function curveBetween(line: WallLine, from: number, to: number): number {
  const radius = line.arc?.radius ?? 0;
  return radius === 0 ? 0 : radius * (1 - Math.cos((to - from) / (2 * radius)));
}

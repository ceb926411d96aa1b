import type { PlanPoint } from '../../plan.ts';

/** Whether a point lies within a possibly concave outline, by ray crossings. */
export function isWithin([x, z]: PlanPoint, plan: readonly PlanPoint[]): boolean {
  return plan.reduce((isIn, [ax, az], i) => {
    const [bx, bz] = plan[(i + 1) % plan.length] ?? [ax, az];
    const crosses = az > z !== bz > z && x < ((bx - ax) * (z - az)) / (bz - az) + ax;
    return crosses ? !isIn : isIn;
  }, false);
}

/** Number of plans on whose edge a point lies. */
export function onEdge([x, z]: PlanPoint, plans: readonly (readonly PlanPoint[])[]): number {
  return plans.filter((plan) =>
    plan.some(([ax, az], i) => {
      const [bx, bz] = plan[(i + 1) % plan.length] ?? [ax, az];
      const [dx, dz] = [bx - ax, bz - az];
      const share = Math.min(1, Math.max(0, ((x - ax) * dx + (z - az) * dz) / (dx * dx + dz * dz)));
      return Math.hypot(ax + dx * share - x, az + dz * share - z) < 1e-5;
    }),
  ).length;
}

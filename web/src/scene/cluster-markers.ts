/** A marker as it is seen, in CSS pixels. */
export type SeenMarker = { id: string; number: number; x: number; y: number };

/** Markers that stand too near to each other to be told apart, shown where the first of them is. */
export type MarkerCluster = SeenMarker & { count: number };

/**
 * Puts markers together that are nearer to each other than `distance` pixels; the first of each cluster, in the given
 * order, keeps its place. Linear in the markers.
 */
export function clusterMarkers(markers: readonly SeenMarker[], distance: number): MarkerCluster[] {
  const clusters: MarkerCluster[] = [];
  const cells = new Map<number, MarkerCluster[]>();
  for (const marker of markers) {
    const cell = cellOf(marker, distance);
    const near = clusterNear(marker, cells, { cell, distance });
    if (near) {
      near.count += 1;
      continue;
    }
    const cluster = { ...marker, count: 1 };
    clusters.push(cluster);
    const there = cells.get(cell);
    if (there) {
      there.push(cluster);
    } else {
      cells.set(cell, [cluster]);
    }
  }
  return clusters;
}

const NONE: readonly MarkerCluster[] = [];

/** More cells than any screen has in a row, so that the one number of a cell says its column and its row. */
const ROW = 1 << 20;

function cellOf({ x, y }: SeenMarker, distance: number): number {
  return Math.floor(y / distance) * ROW + Math.floor(x / distance);
}

/** Asked for each marker at each frame, so nothing is made on the way. */
function clusterNear(
  { x, y }: SeenMarker,
  cells: ReadonlyMap<number, readonly MarkerCluster[]>,
  { cell, distance }: { cell: number; distance: number },
): MarkerCluster | undefined {
  for (let row = -ROW; row <= ROW; row += ROW) {
    for (let column = -1; column <= 1; column += 1) {
      for (const cluster of cells.get(cell + row + column) ?? NONE) {
        if (Math.hypot(cluster.x - x, cluster.y - y) < distance) {
          return cluster;
        }
      }
    }
  }
  return undefined;
}

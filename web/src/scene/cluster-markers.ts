/** A marker's screen position, in CSS pixels. */
export type ProjectedMarker = { id: string; number: number; x: number; y: number };

/** Markers that are too close to be distinguished, shown at the position of the first. */
export type MarkerCluster = ProjectedMarker & { count: number };

/**
 * Clusters markers closer than `distance` pixels; the first of each cluster, in the given order, keeps its place.
 * Linear in the number of markers.
 */
export function clusterMarkers(markers: readonly ProjectedMarker[], distance: number): MarkerCluster[] {
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

/** Exceeds the cells in a row of any screen, so that a cell's number encodes its column and row. */
const ROW = 1 << 20;

function cellOf({ x, y }: ProjectedMarker, distance: number): number {
  return Math.floor(y / distance) * ROW + Math.floor(x / distance);
}

/** Called for each marker in each frame, so it allocates nothing. */
function clusterNear(
  { x, y }: ProjectedMarker,
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

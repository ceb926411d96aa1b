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
  const cells = new Map<string, MarkerCluster[]>();
  const cellOf = (value: number) => Math.floor(value / distance);
  for (const marker of markers) {
    const [column, row] = [cellOf(marker.x), cellOf(marker.y)];
    const near = [-1, 0, 1]
      .flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${column + dx},${row + dy}`) ?? []))
      .find(({ x, y }) => Math.hypot(x - marker.x, y - marker.y) < distance);
    if (near) {
      near.count += 1;
      continue;
    }
    const cluster = { ...marker, count: 1 };
    const key = `${column},${row}`;
    clusters.push(cluster);
    cells.set(key, [...(cells.get(key) ?? []), cluster]);
  }
  return clusters;
}

/** The report's lines for cameras and lights of a model: scenes have their own. */
export function leftOutViews({ cameras, lights }: { cameras: number; lights: number }): string[] {
  return [...lineOf(cameras, 'camera'), ...lineOf(lights, 'light')];
}

function lineOf(count: number, kind: 'camera' | 'light'): string[] {
  if (count === 0) {
    return [];
  }
  return count === 1 ? [`1 ${kind}, which is not imported`] : [`${count} ${kind}s, which are not imported`];
}

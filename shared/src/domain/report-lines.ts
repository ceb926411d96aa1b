/** Roughness of a material whose roughness is unknown. */
export const UNKNOWN_ROUGHNESS = 0.8;

/** The report's line for a material that lost pictures. */
export function lostPicturesOf(material: string): string {
  return material === ''
    ? 'Pictures of a material without a name, which are missing or cannot be read'
    : `Pictures of the material ${material}, which are missing or cannot be read`;
}

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

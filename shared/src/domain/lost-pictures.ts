/** Roughness of a material whose roughness is unknown. */
export const UNKNOWN_ROUGHNESS = 0.8;

/** The report's line for a material that lost pictures. */
export function lostPicturesOf(material: string): string {
  return material === ''
    ? 'Pictures of a material without a name, which are missing or cannot be read'
    : `Pictures of the material ${material}, which are missing or cannot be read`;
}

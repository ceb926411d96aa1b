import type { LayerSpecs } from './layer-specs.ts';

/** Default unit of USD: `UsdGeomLinearUnits`, "fallback is centimeters". */
const CENTIMETRE = 0.01;

/** Metres per unit of a root layer; the composer would use metres as the default. */
export function metresPerUnit(specs: LayerSpecs): number {
  const metres = Number(specs['/']?.fields.metersPerUnit);
  return metres > 0 && Number.isFinite(metres) ? metres : CENTIMETRE;
}

import type { LayerSpecs } from './layer-specs.ts';

/** What USD says of layers that say nothing: `UsdGeomLinearUnits`, "fallback is centimeters". */
const CENTIMETRE = 0.01;

/** How many metres a unit of a file is, as its root layer says; the composer takes one that says nothing for metres. */
export function metresPerUnit(specs: LayerSpecs): number {
  const metres = Number(specs['/']?.fields.metersPerUnit);
  return metres > 0 && Number.isFinite(metres) ? metres : CENTIMETRE;
}

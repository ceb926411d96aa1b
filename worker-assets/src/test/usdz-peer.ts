import { type BufferGeometry, Mesh, MeshStandardMaterial, Scene } from 'three';
import { USDZExporter } from 'three/addons/exporters/USDZExporter.js';

/** Writes a geometry for AR with three.js's exporter. */
export function writeWithThree(geometry: BufferGeometry): Promise<Uint8Array> {
  return new USDZExporter().parseAsync(new Scene().add(new Mesh(geometry, new MeshStandardMaterial())));
}

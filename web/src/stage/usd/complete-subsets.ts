import type { LayerSpecs } from './layer-specs.ts';
import { listAt } from './list-at.ts';

/**
 * Adds a subset for the remaining faces of meshes with subsets, in place, as the composer renders only subsets. Subsets
 * without a material binding are removed, because they would override the materials of others.
 */
export function completeSubsets(specs: LayerSpecs): void {
  const subsets = new Map<string, string[]>();
  for (const [path, { fields }] of Object.entries(specs)) {
    if (fields.typeName === 'GeomSubset' && !assignsFaces(specs, path)) {
      delete specs[path];
    } else if (fields.typeName === 'GeomSubset') {
      const mesh = path.slice(0, path.lastIndexOf('/'));
      subsets.set(mesh, [...(subsets.get(mesh) ?? []), path]);
    }
  }
  for (const [mesh, parts] of subsets) {
    const faces = listAt(specs, `${mesh}.faceVertexCounts`).length;
    const taken = new Set(parts.flatMap((part) => listAt(specs, `${part}.indices`)));
    const rest = Array.from({ length: faces }, (_, face) => face).filter((face) => !taken.has(face));
    const first = parts[0] ?? '';
    const [part, indices] = [specs[first], specs[`${first}.indices`]];
    if (rest.length > 0 && part && indices) {
      specs[`${mesh}/rest`] = { ...part, fields: { typeName: 'GeomSubset' } };
      specs[`${mesh}/rest.indices`] = { ...indices, fields: { ...indices.fields, default: rest } };
      const binding = specs[`${mesh}.material:binding`];
      if (binding) {
        specs[`${mesh}/rest.material:binding`] = binding;
      }
    }
  }
}

function assignsFaces(specs: LayerSpecs, path: string): boolean {
  const targets = specs[`${path}.material:binding`]?.fields.targetPaths;
  const kind = specs[`${path}.elementType`]?.fields.default ?? 'face';
  return kind === 'face' && Array.isArray(targets) && targets.length > 0;
}

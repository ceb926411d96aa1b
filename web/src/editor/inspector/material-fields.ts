import type { Material } from '@diorama/shared/scene/document.ts';
import type { ValueField } from './value-rows.tsx';

const SHARE = { kind: 'number', unit: 'ratio', min: 0, max: 1, step: 0.01 } as const;

/** The values of a material that are always shown; some matter only with others. */
export function materialFields({ alphaMode, emissive }: Material): ValueField[] {
  return [
    { path: 'color', label: 'material.color', kind: 'color' },
    { path: 'roughness', label: 'material.roughness', ...SHARE },
    { path: 'metalness', label: 'material.metalness', ...SHARE },
    {
      path: 'alphaMode',
      label: 'material.alphaMode',
      kind: 'select',
      options: [
        { value: 'opaque', label: 'material.opaque' },
        { value: 'mask', label: 'material.mask' },
        { value: 'blend', label: 'material.blend' },
      ],
    },
    ...(alphaMode === 'blend' ? [{ path: 'opacity', label: 'material.opacity', ...SHARE } as const] : []),
    ...(alphaMode === 'mask'
      ? [{ path: 'alphaCutoff', label: 'material.alphaCutoff', ...SHARE } as const]
      : []),
    { path: 'emissive', label: 'material.emissive', kind: 'color' },
    ...(emissive === '#000000' ? [] : [GLOW]),
    { path: 'doubleSided', label: 'material.doubleSided', kind: 'boolean' },
  ];
}

const GLOW: ValueField = {
  path: 'emissiveIntensity',
  label: 'material.emissiveIntensity',
  kind: 'number',
  unit: 'factor',
  min: 0,
  max: 1000,
  step: 0.1,
};

/** The values that few materials need. */
export const advancedFields: readonly ValueField[] = [
  { path: 'advanced.clearcoat', label: 'material.clearcoat', ...SHARE },
  { path: 'advanced.clearcoatRoughness', label: 'material.clearcoatRoughness', ...SHARE },
  { path: 'advanced.transmission', label: 'material.transmission', ...SHARE },
  {
    path: 'advanced.ior',
    label: 'material.ior',
    kind: 'number',
    unit: 'factor',
    min: 1,
    max: 2.333,
    step: 0.01,
  },
  {
    path: 'advanced.thickness',
    label: 'material.thickness',
    kind: 'number',
    unit: 'metres',
    min: 0,
    max: 1e6,
    step: 0.01,
  },
  { path: 'advanced.sheen', label: 'material.sheen', ...SHARE },
  { path: 'advanced.iridescence', label: 'material.iridescence', ...SHARE },
];

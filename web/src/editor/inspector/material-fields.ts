import type { Material } from '@diorama/shared/scene/document.ts';
import { choicesOf } from '@diorama/shared/scene/nodes/choices.ts';
import type { MapField, ValueField } from './value-rows.tsx';

const SHARE = { kind: 'number', unit: 'ratio', min: 0, max: 1, step: 0.01 } as const;

/** Material fields that are always shown; some depend on other values. */
export function materialFields({ alphaMode, emissive }: Material): ValueField[] {
  return [
    { path: 'color', label: 'material.color', kind: 'color', map: mapField('color') },
    { path: 'roughness', label: 'material.roughness', ...SHARE, map: mapField('roughness') },
    { path: 'metalness', label: 'material.metalness', ...SHARE, map: mapField('metalness') },
    {
      path: 'alphaMode',
      label: 'material.alphaMode',
      kind: 'select',
      map: mapField('opacity'),
      options: choicesOf('material', ['opaque', 'mask', 'blend']),
    },
    ...(alphaMode === 'blend' ? [{ path: 'opacity', label: 'material.opacity', ...SHARE } as const] : []),
    ...(alphaMode === 'mask'
      ? [{ path: 'alphaCutoff', label: 'material.alphaCutoff', ...SHARE } as const]
      : []),
    { path: 'emissive', label: 'material.emissive', kind: 'color', map: mapField('emissive') },
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

/** Rarely used material fields that native AR viewers support. */
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
];

const LENGTH = { kind: 'number', unit: 'metres', min: 0, max: 1e6, step: 0.01 } as const;

/** Material fields that native AR viewers ignore; some depend on other values. */
export function notInArFields({ advanced: { sheen, thickness } }: Material): ValueField[] {
  return [
    { path: 'advanced.thickness', label: 'material.thickness', ...LENGTH },
    ...(thickness > 0 ? ATTENUATION : []),
    { path: 'advanced.sheen', label: 'material.sheen', ...SHARE },
    ...(sheen > 0 ? [SHEEN_COLOR] : []),
    { path: 'advanced.iridescence', label: 'material.iridescence', ...SHARE },
    { path: 'advanced.anisotropy', label: 'material.anisotropy', ...SHARE },
  ];
}

const ATTENUATION: readonly ValueField[] = [
  { path: 'advanced.attenuationColor', label: 'material.attenuationColor', kind: 'color' },
  { path: 'advanced.attenuationDistance', label: 'material.attenuationDistance', ...LENGTH },
];
const SHEEN_COLOR: ValueField = { path: 'advanced.sheenColor', label: 'material.sheenColor', kind: 'color' };

const MAPS = ['color', 'roughness', 'metalness', 'normal', 'emissive', 'ao', 'opacity'] as const;

function mapField(map: (typeof MAPS)[number]): MapField {
  return { path: `maps.${map}`, label: `material.map.${map}`, kind: 'picture', shelf: 'textures', upload: 0 };
}

/** Texture maps of a material and their mapping; some fields depend on a map. */
export function mapFields({ maps }: Material): ValueField[] {
  const pictures = MAPS.map(mapField);
  const strengths: ValueField[] = [
    ...(maps.normal === null
      ? []
      : [{ path: 'normalScale', label: 'material.normalScale', ...STRENGTH } as const]),
    ...(maps.ao === null ? [] : [{ path: 'aoStrength', label: 'material.aoStrength', ...SHARE } as const]),
  ];
  const hasAny = MAPS.some((map) => maps[map] !== null);
  return [...pictures, ...strengths, ...(hasAny ? LAID : [])];
}

const STRENGTH = { kind: 'number', unit: 'factor', min: 0, max: 10, step: 0.05 } as const;

const LAID: readonly ValueField[] = [
  { path: 'uv.size', label: 'material.size', ...LENGTH },
  {
    path: 'uv.repeat',
    label: 'material.repeat',
    kind: 'vector',
    axes: ['x', 'y'],
    unit: 'factor',
    min: -1000,
    max: 1000,
    step: 0.1,
  },
  {
    path: 'uv.offset',
    label: 'material.offset',
    kind: 'vector',
    axes: ['x', 'y'],
    unit: 'factor',
    min: -1000,
    max: 1000,
    step: 0.01,
  },
  {
    path: 'uv.rotation',
    label: 'material.turn',
    kind: 'number',
    unit: 'radians',
    min: -7,
    max: 7,
    step: Math.PI / 36,
  },
];

import { PlaneGeometry } from 'three';
import { type PartialMaterial, UNLIT } from '../../partial-material.ts';
import type { PropsOf } from '../props.ts';
import type { NodeTraits } from '../traits.ts';

export const imageTraits: NodeTraits<'image'> = {
  role: 'surface',
  shape: (props) => {
    const [x, y] = props.size;
    return {
      key: 'image',
      scale: [x, y, 1],
      defaultMaterials: { '': defaultMaterialOf(props) },
      build: () => new PlaneGeometry(1, 1),
    };
  },
  assets: ['asset'],
  picture: 'asset',
};

/** A picture that no light falls on glows by itself, and is black otherwise; where it is transparent it is not seen. */
function defaultMaterialOf({ asset, isLit, doubleSided }: PropsOf<'image'>): PartialMaterial {
  const shared: PartialMaterial = { roughness: 1, metalness: 0, doubleSided };
  if (asset === null) {
    return shared;
  }
  return isLit
    ? { ...shared, color: '#ffffff', alphaMode: 'mask', maps: { color: asset } }
    : { ...shared, ...UNLIT, alphaMode: 'mask', maps: { color: asset, emissive: asset } };
}

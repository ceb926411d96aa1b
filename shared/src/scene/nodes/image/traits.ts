import { PlaneGeometry } from 'three';
import type { Dress } from '../../dress.ts';
import type { PropsOf } from '../props.ts';
import type { NodeTraits } from '../traits.ts';

export const imageTraits: NodeTraits<'image'> = {
  role: 'surface',
  shape: (props) => {
    const [x, y] = props.size;
    return {
      key: 'image',
      scale: [x, y, 1],
      dress: { '': dressOf(props) },
      build: () => new PlaneGeometry(1, 1),
    };
  },
  assets: ['asset'],
  picture: 'asset',
};

/** An unlit picture is emissive with a black base colour. */
function dressOf({ asset, isLit, doubleSided }: PropsOf<'image'>): Dress {
  const shared: Dress = { roughness: 1, metalness: 0, doubleSided };
  if (asset === null) {
    return shared;
  }
  return isLit
    ? { ...shared, alphaMode: 'mask', maps: { color: asset } }
    : { ...shared, color: '#000000', emissive: '#ffffff', emissiveIntensity: 1, maps: { emissive: asset } };
}

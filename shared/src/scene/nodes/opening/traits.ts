import type { NodeTraits } from '../traits.ts';
import { neighboursOf, openingsTie } from '../wall/traits.ts';
import { openingGeometry } from './geometry.ts';
import { DEFAULT_OPENING_MATERIALS, OPENING_SLOTS } from './slots.ts';

/** Angle of a door after opening, and the angle from which toggling closes it, in degrees. */
const WIDE = 90;
const AJAR = 30;

export const openingTraits: NodeTraits<'opening'> = {
  role: 'surface',
  placedBy: 'host',
  host: 'wall',
  shape: (props, { id, node, ties }) => {
    const parent = ties.tiedTo(id).find((other) => other.id === node.parent);
    if (parent?.node.kind !== 'wall') {
      // An opening outside of a wall cannot be opened.
      return null;
    }
    const neighbours = neighboursOf(parent.id, parent.node, ties);
    const shared = openingGeometry.share(props, { wall: parent.node.props, ...neighbours });
    return (
      shared && {
        key: shared.key,
        scale: shared.scale,
        textureMapping: 'metres',
        slots: OPENING_SLOTS,
        defaultMaterials: DEFAULT_OPENING_MATERIALS,
        build: () => openingGeometry.build(shared.shape),
      }
    );
  },
  toggled: ({ type, open }) => (type === 'door' ? { open: open > AJAR ? 0 : WIDE } : null),
  slots: 'materials',
  // The wall determines its placement.
  isPlaceless: () => true,
  ties: (_id, { parent }) => (parent === null ? [] : [openingsTie(parent)]),
  follows: ({ parent }) => parent,
};

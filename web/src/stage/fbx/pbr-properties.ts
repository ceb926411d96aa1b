import { numbersOf } from './fbx-graph.ts';
import { childOf, type FbxNode, textAt } from './fbx-node.ts';

/** Slots of a metallic-roughness material. */
export type PbrSlot =
  | 'color'
  | 'colorWeight'
  | 'roughness'
  | 'glossiness'
  | 'metalness'
  | 'normal'
  | 'bump'
  | 'occlusion'
  | 'emission'
  | 'emissionWeight'
  | 'emissionLuminance'
  | 'opacity'
  | 'transmission'
  | 'ior'
  | 'coat'
  | 'coatRoughness'
  | 'sheen'
  | 'sheenColor'
  | 'sheenRoughness'
  | 'isDoubleSided'
  | 'isRoughnessInverted';

/**
 * Slots by the names of applications, in lower case and without underscores. Sources: standardSurface and
 * aiStandardSurface of Maya; Physical, PBR and glTF materials of 3ds Max; OpenPBR; the PBS preset of ShaderFX and
 * Stingray.
 */
const SLOTS: ReadonlyMap<string, PbrSlot> = new Map(
  Object.entries({
    color: ['basecolor', 'color'],
    colorWeight: ['base', 'baseweight'],
    roughness: ['specularroughness', 'roughness'],
    glossiness: ['glossiness'],
    metalness: ['metalness', 'metallic', 'basemetalness'],
    normal: ['normalcamera', 'normal', 'norm'],
    bump: ['bump'],
    occlusion: ['ao', 'ambientocclusion'],
    emission: ['emissioncolor', 'emitcolor', 'emissive'],
    emissionWeight: ['emission', 'emissiveintensity', 'emissionweight'],
    emissionLuminance: ['emissionluminance'],
    opacity: ['opacity', 'cutout', 'geometryopacity', 'alpha'],
    transmission: ['transmission', 'transparency', 'transmissionweight'],
    ior: ['specularior', 'transior', 'indexofrefraction'],
    coat: ['coat', 'coating', 'coatweight', 'clearcoat'],
    coatRoughness: ['coatroughness', 'coatrough', 'clearcoatroughness'],
    sheen: ['sheen', 'fuzzweight'],
    sheenColor: ['sheencolor', 'fuzzcolor'],
    sheenRoughness: ['sheenroughness', 'fuzzroughness'],
    isDoubleSided: ['doublesided'],
    isRoughnessInverted: ['roughnessinv'],
  } satisfies Record<PbrSlot, string[]>).flatMap(([slot, names]) =>
    names.map((name) => [name, slot as PbrSlot] as const),
  ),
);

/** Switches of material extensions, whose properties apply only if they are on. */
const SWITCHES: Partial<Record<PbrSlot, string>> = {
  coat: 'enableclearcoat',
  sheenColor: 'enablesheen',
  transmission: 'enabletransmission',
  ior: 'enableindexofrefraction',
};

/** A property of 3ds Max PBR materials that is 1 where roughness is stored as glossiness. */
const USES_GLOSSINESS = 'useglossiness';

/** Values of a material by slot: one number, or those of a colour. */
export type PbrValues = { [Slot in PbrSlot]?: readonly number[] | undefined };

/** Whether a material has properties of another application, which FBX's own shading models lack. */
export function hasPbrProperties(material: FbxNode): boolean {
  return propertiesOf(material).some((property) => slotOf(textAt(property, 0)) !== null);
}

/** Reads the values of a material's slots. */
export function readPbrValues(material: FbxNode): PbrValues {
  const values: PbrValues = {};
  const others = new Map<string, number>();
  for (const property of propertiesOf(material)) {
    const name = textAt(property, 0);
    const numbers = numbersOf(property);
    const slot = slotOf(name);
    if (slot !== null && numbers.length > 0) {
      values[slot] ??= numbers;
    }
    others.set(keyOf(name), numbers[0] ?? 0);
  }
  for (const [slot, name] of Object.entries(SWITCHES)) {
    if (others.get(name) === 0) {
      delete values[slot as PbrSlot];
    }
  }
  if (others.get(USES_GLOSSINESS) === 1) {
    values.isRoughnessInverted = [1];
  }
  return values;
}

/** Whether the picture of a relation is enabled: applications store disabled pictures too. */
export function isMapOn(material: FbxNode, relation: string): boolean {
  const switches = [`${relation}_on`, relation.replace(/TEX_(?=[^|]*$)/, 'use_')];
  const property = propertiesOf(material).find(
    (one) => switches.includes(textAt(one, 0)) && textAt(one, 0) !== relation,
  );
  return property === undefined || numbersOf(property)[0] !== 0;
}

/** Slot of an application's property or texture relation; null for all others. */
export function slotOf(name: string): PbrSlot | null {
  return name.includes('|') ? (SLOTS.get(keyOf(name)) ?? null) : null;
}

function keyOf(name: string): string {
  const last = name.slice(name.lastIndexOf('|') + 1);
  return last.replace(/^TEX_/, '').replaceAll('_', '').toLowerCase().replace(/map$/, '');
}

function propertiesOf(material: FbxNode): FbxNode[] {
  return childOf(material, 'Properties70')?.children ?? [];
}

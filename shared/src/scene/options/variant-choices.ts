import { sourceIdOf } from '../copies/generated-id.ts';
import type { Material, SceneDocument } from '../document.ts';
import { type FieldValues, parseFieldPath, valueIn } from '../field-values.ts';
import { isRecord, ownMember } from '../json.ts';
import { alone, fileOf, roleOf, shapeOf } from '../nodes/kinds.ts';
import { type Chosen, optionsOf, settleChoices, withChoices } from './options.ts';

/** Maximum number of combinations that one file holds. */
export const MAX_VARIANTS = 16;

/** Fields that change materials only. The real size of a texture changes the geometry. */
const MATERIAL = /^(nodes\/[^/]+\/(material|props\.(materials|variant))|materials\/[^/]+\/(?!uv\.size$).+)$/;

/**
 * The combinations of choices by names that differ by materials only, so that one GLB file holds all. Empty for a scene
 * without choices, and null where a choice changes something else or there are too many.
 * @param document - without generated nodes
 */
export function variantChoices(document: SceneDocument): { name: string; chosen: Chosen }[] | null {
  const options = optionsOf(document).filter(({ choices }) => choices.length > 1);
  const all = optionsOf(document).flatMap(({ choices }) => choices);
  const isMaterial = all.every(({ values }) => Object.keys(values).every((path) => MATERIAL.test(path)));
  const count = options.reduce((product, { choices }) => product * choices.length, 1);
  if (options.length > 0 && (!isMaterial || count > MAX_VARIANTS)) {
    return null;
  }
  const combined = options.reduce<[string, { id: string; name: string }][][]>(
    (made, { id, choices }) =>
      made.flatMap((before) => choices.map((choice) => [...before, [id, choice] as [string, typeof choice]])),
    options.length > 0 ? [[]] : [],
  );
  const named = new Map<string, Chosen>();
  for (const choices of combined) {
    const wanted = new Map(choices.map(([option, { id }]) => [option, id]));
    const chosen = settleChoices(optionsOf(document), wanted);
    // Rules may forbid a combination.
    if ([...wanted].every(([option, choice]) => chosen.get(option) === choice)) {
      const name = choices.map(([, choice], i) => choice.name || `${i + 1}`).join(' / ');
      named.set(named.has(name) ? `${name} ${named.size + 1}` : name, chosen);
    }
  }
  const sets = all.map(({ values }) => values);
  return isEquallySized(document, sets, [...named.values()])
    ? [...named].map(([name, chosen]) => ({ name, chosen }))
    : null;
}

/** Whether combinations of materials leave the real sizes of textures as they are, and so the geometry. */
function isEquallySized(
  document: SceneDocument,
  sets: readonly FieldValues[],
  combinations: readonly Chosen[],
): boolean {
  const places = sets.flatMap((values) => Object.keys(values)).map(parseFieldPath);
  const idsIn = (table: 'nodes' | 'materials') =>
    new Set(places.flatMap((place) => (place?.table === table ? [place.id] : [])));
  const shown = combinations.map((chosen) => withChoices(document, chosen));
  const isEqual = (materialOf: (one: SceneDocument) => unknown) =>
    new Set(shown.map((one) => sizeOf(one, materialOf(one)))).size <= 1;
  const areEqual = (id: string) =>
    ['', ...shown.flatMap((one) => Object.keys(slotsAt(one, id)))].every((slot) =>
      isEqual((one) => ownMember(slotsAt(one, id), slot) ?? valueIn(one, `nodes/${id}/material`)),
    );
  return (
    [...idsIn('materials')].every((id) => isEqual(() => id)) &&
    [...idsIn('nodes')].every((id) => !hasSizedTexture(document, id) || areEqual(id))
  );
}

/** The materials of a node by slot; none for kinds without slots. */
function slotsAt(document: SceneDocument, id: string): Record<string, unknown> {
  const slots = valueIn(document, `nodes/${id}/props.materials`);
  return isRecord(slots) ? slots : {};
}

/** The real size of a material's texture; 0 without either. */
function sizeOf({ materials }: SceneDocument, id: unknown): number {
  const material: Material | undefined = ownMember(materials, String(id));
  return material && Object.values(material.maps).some((map) => map !== null) ? material.uv.size : 0;
}

/** Whether the real size of a texture changes the geometry of a node. */
function hasSizedTexture({ nodes }: SceneDocument, id: string): boolean {
  const node = ownMember(nodes, sourceIdOf(id));
  if (!node || roleOf(node.kind) !== 'surface' || fileOf(node)) {
    return false;
  }
  // Some kinds have no shape without their neighbours; all of these have sized textures.
  const shape = shapeOf(alone(node));
  return shape === null || shape.textureMapping !== undefined;
}
